package names

import "fmt"

// HookName is a hook's name: ^[a-z][a-z0-9-]{0,31}$ (SPEC H3).
type HookName string

// ParseHookName checks a hook's name.
func ParseHookName(s string) (HookName, error) {
	if !slug(s, 32) {
		return "", fmt.Errorf("a hook name is 1 to 32 lower-case letters, digits and hyphens, starting with a letter")
	}
	return HookName(s), nil
}

// EnvName is an environment variable's name: [A-Za-z_][A-Za-z0-9_]* (SPEC S5).
type EnvName string

// ParseEnvName checks an environment name; at most 256 bytes.
func ParseEnvName(s string) (EnvName, error) {
	if !word(s) {
		return "", fmt.Errorf("an environment name is letters, digits and underscores, not starting with a digit")
	}
	return EnvName(s), nil
}

// SecretName is NAME, or ID/NAME for one server's own (SPEC E2).
type SecretName string

// ParseSecretName checks a secret's name.
func ParseSecretName(s string) (SecretName, error) {
	name := s
	for i := 0; i < len(s); i++ {
		if s[i] == '/' {
			if _, err := ParseServerID(s[:i]); err != nil {
				return "", fmt.Errorf("before the / of a secret's name stands a server id: %w", err)
			}
			name = s[i+1:]
			break
		}
	}
	if !word(name) {
		return "", fmt.Errorf("a secret's name is letters, digits and underscores, not starting with a digit")
	}
	return SecretName(s), nil
}

func word(s string) bool {
	if s == "" || len(s) > 256 || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return true
}
