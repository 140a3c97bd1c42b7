package texts

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"usher/pkg/trust"
)

// Case skill-10, SPEC X3, 18: the catalogue holds 8000 characters; a skill past
// them is told as not announced, and can be loaded.
func TestCatalogueHasASize_X3(t *testing.T) {
	home := t.TempDir()
	for i := range 60 {
		put(t, home, fmt.Sprintf("skills/s-%02d/SKILL.md", i), "---\ndescription: "+strings.Repeat("long words ", 150)+"\n---\nx\n")
	}
	put(t, home, "instructions.md", strings.Repeat("測", 7000))
	s := Load(Input{Home: home})
	c := s.Catalogue()
	if n := utf8.RuneCountInString(c); n > MaxCatalogue || strings.Count(c, "\n") != 4 || !strings.HasPrefix(c, "- s-00: long words ") {
		t.Errorf("%d characters, %d lines", n, strings.Count(c, "\n"))
	}
	not := 0
	for i, k := range s.Skills {
		if _, ok := s.Skill(string(k.Name)); !ok || k.Announced != (i < 4) {
			t.Errorf("%s: loadable %v, announced %v", k.Name, ok, k.Announced)
		}
	}
	for _, p := range s.Problems {
		if p.Rule == "text/not-announced" {
			not++
			if !strings.Contains(p.Message, "is not announced") || p.File == "" || p.Entry == "" || p.Hint == "" {
				t.Errorf("%+v", p)
			}
		}
	}
	if not != 56 {
		t.Errorf("%d are told as not announced", not)
	}
	if in := s.Instructions[0]; in.Characters != 7000 || !in.Cut || in.Text != strings.Repeat("測", 6000) {
		t.Errorf("%d characters, cut %v", in.Characters, in.Cut)
	}
}

// SPEC X3: exactly 8000 characters fit, counted as characters; a short line still
// fits where a long one did not; and shadowed skills take no room.
func TestCatalogueIsFilledInOrder_X3(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	long := func(dir, name string, line int) { // a skill whose line has so many characters
		put(t, dir, "skills/"+name+"/SKILL.md", "---\ndescription: "+strings.Repeat("測", line-len("- : \n")-len(name))+"\n---\nx")
	}
	for i := range 8 {
		long(home, fmt.Sprintf("a%d", i), 999)
	}
	long(project+"/.usher", "a0", 999)
	long(project+"/.usher", "b", 9)
	long(project+"/.usher", "c", 8)
	long(project+"/.usher", "d", 7)
	s := Load(Input{Home: home, Project: trust.ReadFolder(project, nil), State: trust.Trusted})
	if n := utf8.RuneCountInString(s.Catalogue()); n != MaxCatalogue {
		t.Errorf("%d characters", n)
	}
	if got := standing(s); !strings.HasSuffix(got, "skill a7=yours (skill a0=project by yours) skill b*=project skill c=project skill d*=project") {
		t.Error(got)
	}
	if again := Load(Input{Home: home, Project: trust.ReadFolder(project, nil), State: trust.Trusted}); again.Catalogue() != s.Catalogue() {
		t.Error("the order is not stable")
	}
}
