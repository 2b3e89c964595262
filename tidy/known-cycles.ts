/**
 * Import cycles that still stand: by folder, the files and sub-folders in it that take part in one. A name may leave
 * this list or change with a rename, and none may join it; the list ends empty.
 */
export const knownCycles: Readonly<Record<string, readonly string[]>> = {};
