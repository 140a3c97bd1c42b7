// Lets the conformance suite load in node 20, whose fs has no globSync. The part of the
// suite that tests servers does not call it.
import fs from 'node:fs';
import { register } from 'node:module';

const inline = (code) => 'data:text/javascript,' + encodeURIComponent(code);
if (!fs.globSync) {
  const more = inline("export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => { throw new Error('not in node 20'); };");
  register(inline(`export const resolve = (name, from, next) => name === 'fs' && from.parentURL.includes('/conformance/')
    ? { url: ${JSON.stringify(more)}, shortCircuit: true } : next(name, from);`));
}
