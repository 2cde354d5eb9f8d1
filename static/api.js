"use strict";
// Shows the description. A signed-in reader tries it with his own account, for which writes need the CSRF value.
const place = document.getElementById("api");

function csrf() {
  const found = document.cookie.split("; ").find((one) => one.startsWith("csrftoken="));
  return found ? decodeURIComponent(found.slice("csrftoken=".length)) : "";
}

SwaggerUIBundle({
  url: place.dataset.description,
  domNode: place,
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  deepLinking: true,
  docExpansion: "list",
  validatorUrl: null,
  requestInterceptor(request) {
    if (request.method && request.method !== "GET") {
      request.headers["X-CSRFToken"] = csrf();
    }
    return request;
  },
});
