package mcp

// CodeLoading reports a variable that changes how programs load code (SPEC S5).
func CodeLoading(name string) bool { return true }

// Secretish reports a value that looks like a secret (SPEC S6).
func Secretish(value string) bool { return true }

// CheckURL says what is wrong with a server's URL, or "" (SPEC S8).
func CheckURL(raw string) (problem string) { return "not checked" }
