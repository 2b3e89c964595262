/** Node flags that make every part return unused memory (decision 093); `package.json` starts single parts with the same ones. */
export const memoryFlags = ["--max-semi-space-size=8"] as const;
/** Two arenas: otherwise the allocator keeps one for each thread, with the memory freed in it. */
export const memoryEnvironment = { MALLOC_ARENA_MAX: "2" } as const;
