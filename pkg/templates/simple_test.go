package templates

import "testing"

// A header that is read without YAML says what YAML would have read.
func FuzzSimpleHeaderEqualsYAML(f *testing.F) {
	for _, s := range []string{
		"description: Check it\nname: a\n", "a: b\r\nc: d, {e} [f] 'g' \"h\" - ? ! & * | > % @ `\r\n", "a: yes\nb: Null\n", "a: b \t\n", "a:  b", "a: b\n---\n",
		"a: b\n c\n", "a: x\na: y", "y: n", "a.b-c_d$: e", "a: b\r\r\n", "a: b\n\n", "null: x", "true: x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, head string) {
		fast, ok := simple(head)
		if !ok || len(fast) == 0 || len(head) > MaxHeader {
			return
		}
		slow, ok := readYAML(head, firstLine)
		if !ok || len(slow) != len(fast) {
			t.Fatalf("%q: YAML reads %+v (%v), not %+v", head, slow, ok, fast)
		}
		for i := range fast {
			if fast[i] != slow[i] {
				t.Fatalf("%q: YAML reads %+v, not %+v", head, slow[i], fast[i])
			}
		}
	})
}
