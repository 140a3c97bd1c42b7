package texts

import "unicode/utf8"

// MaxInstructions is how many characters of each file of instructions are sent
// (SPEC X2, 18).
const MaxInstructions = 6000

func (l *loader) instructions(layer, label, at string, data []byte) {
	text := string(data)
	l.set.Instructions = append(l.set.Instructions, Instructions{
		Layer: layer, File: at, Label: label, Text: text, Characters: utf8.RuneCountInString(text),
	})
}
