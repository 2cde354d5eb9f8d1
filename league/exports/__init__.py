"""Tables as files: CSV, XLSX and PDF of the same rows. Text is text: nothing in a file can be a formula."""
