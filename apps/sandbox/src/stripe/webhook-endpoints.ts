import { stripeApiVersion, stripeWebhookEvents } from "@guichet/contract/integrations/stripe.ts";
import type { FastifyInstance } from "fastify";
import type Stripe from "stripe";
import { z } from "zod";
import type { StripeContext } from "./context.ts";
import { type ListObject, pageOf } from "./list.ts";
import type { Params } from "./params.ts";
import type { EndpointRecord } from "./records.ts";
import type { StripeStore } from "./store.ts";

type EndpointObject = Pick<
  Stripe.WebhookEndpoint,
  "id" | "object" | "api_version" | "enabled_events" | "livemode" | "status" | "url"
>;

const endpointRequest = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  enabled_events: z.array(z.string().max(100)).max(100).optional(),
  api_version: z.string().max(50).optional(),
  disabled: z.boolean().optional(),
});

/** Set up as in Stripe's dashboard: where webhooks are sent. */
export function stripeControls(app: FastifyInstance, store: StripeStore): void {
  app.post("/webhook-endpoint", async (request, reply) => {
    const asked = endpointRequest.safeParse(request.body);
    if (!asked.success) return reply.code(400).send({ error: { code: "request_invalid", message: "url" } });
    const { url, enabled_events: enabledEvents, api_version: apiVersion, disabled: isDisabled } = asked.data;
    const endpoint: EndpointRecord = {
      url,
      ...(enabledEvents && { enabledEvents }),
      ...(apiVersion !== undefined && { apiVersion }),
      ...(isDisabled && { isDisabled }),
    };
    await store.keep({ endpoint });
    return { url };
  });
}

export function listEndpoints(
  context: StripeContext,
  { expand: _, ...window }: Params<"listEndpoints">,
): ListObject<EndpointObject> {
  const record = context.endpoint();
  const endpoints = record === undefined ? [] : [objectOf(record)];
  return pageOf(endpoints, window, { what: "webhook_endpoint", url: "/v1/webhook_endpoints" });
}

function objectOf({ url, enabledEvents, apiVersion, isDisabled = false }: EndpointRecord): EndpointObject {
  return {
    id: "we_sandbox",
    object: "webhook_endpoint",
    api_version: apiVersion ?? stripeApiVersion,
    enabled_events: enabledEvents ?? [...stripeWebhookEvents],
    livemode: false,
    status: isDisabled ? "disabled" : "enabled",
    url,
  };
}
