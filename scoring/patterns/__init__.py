"""One small unit for each family of patterns: facts in, a sum of `catalogue.bit`s out.

Units say what fits; what replaces what, and which patterns a sheet has, is decided in `scoring.counting`.
"""
