/** The cache of the lists of all networks: a new build and the end of a session leave them. Neither cache has data of a customer. */
export const listCache = "ticket-check";

/** The cache of a network's page with what it loads is this and the path of the page. */
export const pageCachePrefix = "ticket-check-page ";
