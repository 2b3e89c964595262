import { type FSWatcher, globSync, watch } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "../..");
const sourceFolders = ["apps/*/{app,server,scripts,src,migrations}", "packages/*/src"];
/** Editors write a file in several steps, and tools write several files. */
const settleMs = 100;

/** Calls `changed` with the files that were written, deleted or created, once no more follow for a moment. */
export function watchSources(changed: (files: ReadonlySet<string>) => void): () => void {
  let files = new Set<string>();
  let settling: NodeJS.Timeout | undefined;
  const watchers = globSync(sourceFolders, { cwd: root }).map((folder): FSWatcher => {
    const place = path.join(root, folder);
    return watch(place, { recursive: true }, (_event, name) => {
      if (name === null) return;
      files.add(path.join(place, name));
      clearTimeout(settling);
      settling = setTimeout(() => {
        const settled = files;
        files = new Set();
        changed(settled);
      }, settleMs);
    });
  });
  return () => {
    clearTimeout(settling);
    for (const watcher of watchers) watcher.close();
  };
}
