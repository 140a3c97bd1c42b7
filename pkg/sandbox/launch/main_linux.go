package launch

// stage runs one stage to its end.
func stage(word string, rest []string) int {
	switch {
	case word == CageWord && len(rest) == 0:
		return cage()
	case word == initWord && len(rest) == 0:
		return initStage()
	case word == innerWord && len(rest) == 0:
		return inner()
	case word == ProbeWord:
		return probe(rest)
	}
	return ByHand
}
