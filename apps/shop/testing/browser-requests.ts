import type { createShop } from "../server/server.ts";

type Shop = Awaited<ReturnType<typeof createShop>>;

const host = "localhost:3000";

/**
 * Sends a browser's requests to the shop under test: pages, and forms of its own pages. `shop`: called for each
 * request, as tests create the shop late. `always`: headers of every request, such as the session cookie.
 */
export const requestsTo = (shop: () => Shop, always: Record<string, string> = {}) => ({
  get: (url: string, headers: Record<string, string> = {}) =>
    shop().inject({ method: "GET", url, headers: { host, "sec-fetch-site": "same-origin", ...always, ...headers } }),
  post: (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    shop().inject({
      method: "POST",
      url,
      payload: new URLSearchParams(form).toString(),
      headers: {
        host,
        origin: `http://${host}`,
        "content-type": "application/x-www-form-urlencoded",
        ...always,
        ...headers,
      },
    }),
});

/** The cookies set by a response, one per line. */
export const cookiesOf = (answer: { headers: Record<string, unknown> }): string =>
  [answer.headers["set-cookie"] ?? []].flat().join("\n");
