import Fastify from "fastify";
import { expect, test } from "vitest";
import { sendSameSiteRedirect } from "./same-site-redirect.ts";

async function answered(demo: boolean, to?: string) {
  const app = Fastify();
  app.get("/", (_request, reply) => sendSameSiteRedirect(reply, "ar", demo, to));
  const answer = await app.inject("/");
  await app.close();
  return answer;
}

test("without an address the page reloads itself, without script, and is not cached", async () => {
  const { statusCode, headers, body } = await answered(false);
  expect(statusCode).toBe(200);
  expect(headers["cache-control"]).toBe("no-store");
  expect(body).toContain('<html lang="ar"><meta http-equiv="refresh" content="0">');
  expect(body).not.toContain("<script");
});

test("an address is escaped so that it cannot end its attribute", async () => {
  const { body } = await answered(false, `/fr/cart?a=1&b="><script>alert('x')</script>`);
  expect(body).toContain("0;url=/fr/cart?a=1&amp;b=&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;");
  expect(body).not.toContain("<script");
});

test.each([
  [true, "form-action 'self' https: http:"],
  [false, "form-action 'self' https:"],
])("in the demo (%s) forms may redirect to %s", async (demo, policy) => {
  const { headers } = await answered(demo);
  const forms = String(headers["content-security-policy"])
    .split(";")
    .find((one) => one.includes("form-action"));
  expect(forms?.trim()).toBe(policy);
});
