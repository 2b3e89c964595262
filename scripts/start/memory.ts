/** Node flags that make every part return unused memory (decision 093); `package.json` starts single parts with the same ones. */
export const memoryFlags = ["--max-semi-space-size=8"] as const;
/**
 * Settings of the allocator: two arenas, instead of one for each thread with the memory freed in it; and 128 KiB of freed memory at most
 * before it is returned to the system, a limit that glibc otherwise raises to twice the largest block that was ever freed.
 */
export const memoryEnvironment = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" } as const;
