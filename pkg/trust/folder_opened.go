package trust

import "usher/pkg/safefile"

// opened are the folders of a project that its definitions lie in, each opened
// once: where one is not there, all that would lie in it is not.
type opened struct {
	root    *safefile.Root
	folders map[string]openedFolder
}

type openedFolder struct {
	root *safefile.Root
	err  error
}

// folder opens a folder below the project, "." for the project itself; the error
// is what Read would say of any file in it.
func (o *opened) folder(name string) (*safefile.Root, error) {
	if name == "." {
		return o.root, nil
	}
	f, known := o.folders[name]
	if !known {
		if o.folders == nil {
			o.folders = map[string]openedFolder{}
		}
		f.root, f.err = o.root.Folder(name)
		o.folders[name] = f
	}
	return f.root, f.err
}

func (o *opened) close() {
	for _, f := range o.folders {
		if f.err == nil {
			_ = f.root.Close()
		}
	}
}
