import type { createShop } from "../server/server.ts";

type Shop = Awaited<ReturnType<typeof createShop>>;

const host = "localhost:3000";

/**
 * What a browser asks of the shop of a test: pages, and forms of its own pages. `shop`: asked for at each request, as tests
 * make it late. `always`: headers of every request, such as the cookie of a session.
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

/** The cookies that an answer sets, a line each. */
export const cookiesOf = (answer: { headers: Record<string, unknown> }): string =>
  [answer.headers["set-cookie"] ?? []].flat().join("\n");
