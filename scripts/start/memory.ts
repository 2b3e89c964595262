/** How every part is started so that it gives back what it does not need (decision 093); `package.json` starts single parts alike. */
export const memoryFlags = ["--max-semi-space-size=8"] as const;
/** Two arenas: the allocator keeps one for each thread otherwise, and what was freed in it. */
export const memoryEnvironment = { MALLOC_ARENA_MAX: "2" } as const;
