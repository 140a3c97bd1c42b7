package trust

import (
	"slices"
	"strings"
)

// lineSigns are in a word that may be a line itself.
const lineSigns = " \t\r\n;|&<>()\"'`$"

// projectVars stand for the project folder, or for the working directory, which
// is the same where nothing changes it.
var projectVars = [...]string{"CLAUDE_PROJECT_DIR", "KAITOI_PROJECT_DIR", "USHER_PROJECT_ROOT", "KKSS_PROJECT_ROOT", "PWD"}

// splitLine splits a line into commands and words as a shell does, with what
// stands for the project folder put in and nothing else expanded. open says that
// a shell would make more of it: of another variable, a substitution, a pattern
// or ~, or because a quote is never closed.
func splitLine(line string) (commands [][]string, open bool) {
	s := splitter{rest: line}
	for s.rest != "" {
		s.step()
	}
	s.endCommand()
	return s.commands, s.open
}

// splitter is a line while it is split.
type splitter struct {
	rest     string
	quote    byte // 0, ' or "
	word     strings.Builder
	begun    bool // a word, be it an empty one
	odd      bool // the word holds what is harmless as a whole word alone
	command  []string
	commands [][]string
	open     bool
	unclosed bool // no } follows any more
}

// step takes one character, with what belongs to it.
func (s *splitter) step() {
	c := s.rest[0]
	s.rest = s.rest[1:]
	switch {
	case s.quote != 0 && c == s.quote:
		s.quote = 0
	case s.quote == '\'':
		s.word.WriteByte(c)
	case c == '\\':
		s.backslash()
	case c == '$':
		s.dollar()
	case c == '`':
		s.open = true
		s.sign(c)
	case s.quote == '"':
		s.word.WriteByte(c)
	case c == '"' || c == '\'':
		s.quote, s.begun = c, true
	case strings.IndexByte(" \t\r<>", c) >= 0:
		s.endWord()
	case strings.IndexByte("\n;|&()", c) >= 0:
		s.endCommand()
	case c == '~' && (s.word.Len() == 0 || strings.HasSuffix(s.word.String(), "=")):
		s.open = true
		s.word.WriteByte(c)
	default:
		s.odd = s.odd || strings.IndexByte("*?[{", c) >= 0
		s.word.WriteByte(c)
	}
}

// sign ends a command, or is part of a quoted word, which is split later on.
func (s *splitter) sign(c byte) {
	if s.quote != 0 {
		s.word.WriteByte(c)
		return
	}
	s.endCommand()
}

func (s *splitter) backslash() {
	if s.rest == "" || s.quote == '"' && strings.IndexByte("$`\"\\\n", s.rest[0]) < 0 {
		s.word.WriteByte('\\')
		return
	}
	if s.quote == 0 && (s.rest[0] == '.' || isName("_"+s.rest[:1])) {
		s.word.WriteByte('\\') // of a Windows path, or a shell takes it off
	}
	s.word.WriteByte(s.rest[0])
	s.rest = s.rest[1:]
}

func (s *splitter) endWord() {
	if s.word.Len() > 0 || s.begun {
		w := s.word.String()
		s.open = s.open || s.odd && !slices.Contains([]string{"[", "[[", "{", "$?", "$#", "$$", "$!"}, w)
		s.command = append(s.command, s.percent(w))
	}
	s.word.Reset()
	s.begun, s.odd = false, false
}

func (s *splitter) endCommand() {
	s.open = s.open || s.quote != 0 && s.rest == ""
	s.endWord()
	if len(s.command) > 0 {
		s.commands = append(s.commands, s.command)
	}
	s.command = nil
}
