package texts

// Tokens is roughly how many tokens a text costs.
func Tokens(text string) int { return (len(text) + 3) / 4 }
