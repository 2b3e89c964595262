import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Call, commonFields } from "@guichet/contract/call.ts";
import { type CallName, calls } from "@guichet/contract/calls.ts";
import { Switches } from "@guichet/contract/networks.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answers } from "../handlers.ts";
import { fullValues, goodValues } from "../testing/full-values.ts";
import { openTestApi, type TestApi, validatorClient } from "../testing/test-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { testStaff } from "../testing/test-staff.ts";

const names = Object.keys(calls) as CallName[];
const definitionOf = (name: CallName): Call => calls[name];
/** Common fields are read before every handler: file and code. */
const readForAll: Readonly<Record<keyof typeof commonFields, readonly [file: string, words: string]>> = {
  locale: ["http/register-calls.ts", "common.locale"],
  lang: ["http/register-calls.ts", "common.lang"],
  originAgent: ["http/calling-program.ts", "originAgent"],
  originType: ["http/calling-program.ts", "originType"],
  device: ["http/calling-program.ts", "device"],
  oauthClient: ["http/calling-program.ts", "oauthClient"],
  display: ["http/calling-program.ts", "display"],
  userId: ["http/register-calls.ts", "parsed.common"],
  userToken: ["http/register-calls.ts", "common.userToken"],
  networkId: ["http/register-calls.ts", "common.networkId"],
  signature: ["http/caller.ts", "values.signature"],
};
/** Where the calls that show the catalogue read the token of a preview, before their handlers. */
const previewed = ["http/register-calls.ts", "request: { preview }"] as const;

/** Fields that a handler reads later than these requests get: file and code. */
const readLater: Readonly<Record<string, readonly [file: string, words: string]>> = {
  "getUniversalProducts: preview": previewed,
  "getProducts: preview": previewed,
  "catalog: preview": previewed,
  "getODStops: preview": previewed,
  "getODTrips: preview": previewed,
  "adviseFares: preview": previewed,
  "getLegalNotice: preview": previewed,
  "getTermsOfUse: preview": previewed,
  "getPrivacyPolicy: preview": previewed,
  "collectSlots: from": ["networks/handlers.ts", "const { from, days } = request"],
  "collectSlots: days": ["networks/handlers.ts", "const { from, days } = request"],
  "login: userId": ["identity/password-sign-in.ts", "request.userId"],
  "login: device": ["identity/open-session.ts", "request.device"],
  "login: client": ["sessions/application.ts", "named.client"],
  "login: oauthClient": ["sessions/application.ts", "named.oauthClient"],
  "login: forceProfiles": ["identity/password-sign-in.ts", "request.forceProfiles"],
  "login: knownDevice": ["identity/password-sign-in.ts", "request.knownDevice"],
  "authenticate: authProviderToken": ["identity/authenticate.ts", "const { authProviderToken } = request"],
  "authenticate: device": ["identity/open-session.ts", "request.device"],
  "authenticate: clientSlug": ["identity/authenticate.ts", "named.clientSlug"],
  "authenticate: provider": ["identity/authenticate.ts", "named.provider"],
  "authenticate: oauthClient": ["identity/authenticate.ts", "named.oauthClient"],
  "authenticate: authAsGuest": ["identity/authenticate.ts", "request.authAsGuest"],
  "authenticate: withCustomer": ["identity/authenticate.ts", "request.withCustomer"],
  "searchLocalMediaForSignin: mediaCustomerBirthDate": [
    "transport-cards/search-card.ts",
    "request.mediaCustomerBirthDate",
  ],
  "signinWithToken: device": ["transport-cards/card-sign-in.ts", "request.device"],
  "getMedias: userId": ["transport-cards/handlers.ts", "request.userId === undefined || card.travellerId"],
  "unregisterMedia: userId": ["transport-cards/handlers.ts", "request.userId !== undefined"],
  "uploadMedia: userId": ["travellers/picture.ts", "request.userId"],
  "uploadDocument: userId": ["documents/uploads.ts", "request.userId"],
  "createPaperwork: userId": ["documents/paperwork.ts", "request.userId"],
  "createDocumentsSubmission: document_ids": ["documents/submissions.ts", "request.document_ids"],
  "updateDocumentsSubmission: document_ids": ["documents/submissions.ts", "request.document_ids"],
  "redeemVoucher: customerId": ["orders/redeem-voucher.ts", "request.customerId"],
  "transferContract: customerId": ["wallet/transfer-ticket.ts", "const { customerId, mediaId } = request"],
  "placeOrder: installments": ["orders/place-order.ts", "request.installments"],
  "placeOrder: invoiceEmail": ["orders/place-order.ts", "request.invoiceEmail"],
  "placeOrder: returnUrl": ["orders/place-order.ts", "request.returnUrl"],
  "placeOrder: delivery": ["orders/place-order.ts", "request.delivery"],
  "placeOrder: totalAmount": ["orders/check-order.ts", "request.totalAmount"],
  "placeOrder: mandate": ["payments/mandates/mandates.ts", "const { mandate, cardId } = request"],
  "placeOrder: shippingFee": ["orders/check-order.ts", "request.shippingFee"],
  "placeOrder: renewalAccepted": ["orders/order-consents.ts", "request.renewalAccepted"],
  "placeOrder: duplicateAccepted": ["orders/check-order.ts", "request.duplicateAccepted"],
  "createOrder: duplicateAccepted": ["orders/check-order.ts", "request.duplicateAccepted"],
  "placeOrder: consent": ["orders/order-consents.ts", "request.consent"],
  "placeOrder: collect": ["orders/collection.ts", "request.collect"],
  "updateAccount: address": ["accounts/update.ts", "phone: _, address: __"],
  "terminateSubscription: effect": ["subscriptions/terminate-subscription.ts", "effect !== earliest.effect"],
  "terminateSubscription: lastDay": ["subscriptions/terminate-subscription.ts", "lastDay !== earliest.lastDay"],
  "confirmTermination: subscriptionId": ["terminations/confirm-request.ts", "const { subscriptionId } = request"],
  "confirmTermination: effect": ["terminations/confirm-request.ts", "{ subscriptionId, effect, lastDay }"],
  "confirmTermination: lastDay": ["terminations/confirm-request.ts", "{ subscriptionId, effect, lastDay }"],
  "sendGeolocation: latitude": ["travel/geolocation.ts", "...request, accuracy"],
  "sendGeolocation: longitude": ["travel/geolocation.ts", "...request, accuracy"],
  "sendGeolocation: accuracy": ["travel/geolocation.ts", "request.accuracy"],
  "testRequest: payload": ["diagnostics/handlers.ts", "received: shown"],
  "createOrder: paymentMethod": ["orders/counter-sale.ts", "request.paymentMethod"],
  "createOrder: totalAmount": ["orders/counter-sale.ts", "request.totalAmount"],
  "createOrder: paid": ["orders/counter-sale.ts", "request.paid"],
  "sellAtCounter: articles": ["counter/sell.ts", "request.articles"],
  "correctCustomer: seen": ["customers/correct-customer.ts", "request.seen"],
  "correctCustomer: details": ["customers/correct-customer.ts", "request.details"],
  "correctCustomer: reason": ["customers/correct-customer.ts", "{ reason } = request"],
  "changeCustomerEmail: email": ["customers/change-customer-email.ts", "request.email"],
  "sellAtCounter: travellerId": ["counter/sale-customer.ts", "{ travellerId, cardId, person, others = [], email }"],
  "sellAtCounter: cardId": ["counter/sell.ts", "request.cardId"],
  "sellAtCounter: person": ["counter/sale-customer.ts", "{ travellerId, cardId, person, others = [], email }"],
  "sellAtCounter: vouchers": ["orders/counter-sale.ts", "const { articles, vouchers = [] } = request"],
  "sellAtCounter: email": ["counter/sell.ts", "request.email"],
  "sellAtCounter: duplicateAccepted": ["orders/check-order.ts", "request.duplicateAccepted"],
  "importCards: digest": ["card-stock/office-handlers.ts", "digest !== request.digest"],
  "renameCatalogueDraft: name": ["catalogue-drafts/edit-draft.ts", "ctx.request.name"],
  "simulateCatalogueDraft: month": ["catalogue-drafts/simulate-draft.ts", "request.month"],
  "publishCatalogueDraft: reason": ["catalogue-drafts/publish-draft.ts", "request.reason"],
  "printCounterTicket: ticketId": ["counter/sale-view.ts", "request.ticketId"],
  "refundCounterSale: amount": ["counter/refund-sale.ts", "request.amount"],
  "refundCounterSale: reference": ["counter/refund-sale.ts", "request.reference"],
  "refundCounterSale: reason": ["counter/refund-sale.ts", "const { orderId, partIds = [], reason } = request"],
  "printOrder: kind": ["orders/handlers.ts", "request.kind"],
  "printOrder: number": ["orders/handlers.ts", "request.number"],
  "requestRefund: ticketIds": ["refunds/handlers.ts", "request.ticketIds"],
  "requestRefund: amount": ["refunds/handlers.ts", "request.amount"],
  "enterRefundAccount: holder": ["refunds/account-handlers.ts", "request.holder"],
  "enterRefundAccount: iban": ["refunds/account-handlers.ts", "request.iban"],
  "acknowledgePayment: leftPage": ["payments/handlers.ts", "request.leftPage"],
  "registerBankAccount: iban": ["payments/saved-card-handlers.ts", "request.iban"],
  "registerBankAccount: holder": ["payments/saved-card-handlers.ts", "request.holder"],
  "setCardNickname: nickname": ["payments/saved-card-handlers.ts", "request.nickname"],
  "previewInstallments: key": ["payments/installment-handlers.ts", "request.key"],
  "previewInstallments: renews": ["payments/installment-handlers.ts", "const { renews, subscriptionId } = request"],
  "previewInstallments: subscriptionId": [
    "payments/installment-handlers.ts",
    "const { renews, subscriptionId } = request",
  ],
  "payInstallment: position": ["payments/installment-handlers.ts", "request.position"],
  "payInstallment: returnUrl": ["payments/installment-handlers.ts", "request.returnUrl"],
  "updateSubscriptionCard: mandate": ["payments/mandates/mandates.ts", "const { mandate, cardId } = request"],
  "sendGeolocation: useId": ["travel/geolocation.ts", "request.useId"],
  "getODStops: origin_stop": ["travel/handlers.ts", "request.origin_stop"],
  "getODTrips: origin_stop": ["travel/handlers.ts", "const { origin_stop, destination_stop } = request"],
  "getODTrips: destination_stop": ["travel/handlers.ts", "const { origin_stop, destination_stop } = request"],
  "getODTrips: day": ["travel/handlers.ts", "request.day"],
  "adviseFares: travellers": ["catalogue/advice.ts", "request.travellers"],
  "changeStaffPassword: newPassword": ["staff/office-handlers.ts", "request.newPassword"],
  "confirmSecondFactor: code": ["staff/second-factor-handlers.ts", "normaliseCode(request.code)"],
  "renewRecoveryCodes: currentPassword": ["staff/second-factor-handlers.ts", "request.currentPassword"],
  "removeSecondFactor: currentPassword": ["staff/second-factor-handlers.ts", "request.currentPassword"],
};

/** The fields that a call's handler has read of its requests, by the call's name. */
const reads = new Map<string, Set<string>>();
const originals = { ...answers };

/** Watches what a handler reads of its request; passing the whole request on does not count as reading. */
function watch(): void {
  for (const name of names) {
    const read = new Set<string>();
    reads.set(name, read);
    const original = originals[name] as (ask: { request: object }) => unknown;
    const watched = (ask: { request: object }) => {
      const request = new Proxy(ask.request, {
        get: (of, key) => {
          if (typeof key === "string") read.add(key);
          return Reflect.get(of, key);
        },
      });
      return original(new Proxy(ask, { get: (of, key) => (key === "request" ? request : Reflect.get(of, key)) }));
    };
    Object.assign(answers, { [name]: Object.assign(watched, original) });
  }
}

const everything = Object.fromEntries(Object.keys(Switches.shape).map((name) => [name, true]));

let api: TestApi;
beforeAll(async () => {
  watch();
  // Nothing listens there: requests of a call to other parties fail.
  const environment = { SANDBOX_URL: "http://127.0.0.1:9" };
  const articles = [testArticle({ id: "single", price: 150, validity: { from: "purchase", duration: "P1D" } })];
  api = await openTestApi({ packs: [testPack({ articles, network: { switches: everything } })], environment });
});
afterAll(async () => {
  Object.assign(answers, originals);
  await api.close();
});

const unread = (name: CallName): string[] => {
  const read = reads.get(name);
  return Object.keys(definitionOf(name).request).filter(
    (field) => read?.has(field) !== true && !Object.hasOwn(readLater, `${name}: ${field}`),
  );
};

/** Requests that get a call somewhere: complete, with required fields only, with one more field each, with well-formed ids. */
function requestsOf(definition: Call, userId: string): Record<string, unknown>[] {
  const person = "userId" in definition.request ? { userId } : {};
  const whole: Record<string, unknown> = { ...fullValues(definition), ...goodValues(definition, userId), ...person };
  const needed = Object.entries(whole).filter(([field]) => !definition.request[field]?.safeParse(undefined).success);
  const least = { ...Object.fromEntries(needed), ...person };
  const more = Object.keys(definition.request).flatMap((field) =>
    field in least ? [] : [{ ...least, [field]: whole[field] }],
  );
  return [whole, least, ...more].flatMap((values) => [values, withUuids(values)]);
}

const withUuids = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      value === "nothing" ? "5b0e9d0e-6f0e-4b0e-8c55-0d7b7f0d3a11" : value,
    ]),
  );

// covers §7: every parameter is read, or refused
it.each(names)("every field that %s accepts is read", async (name) => {
  const definition = definitionOf(name);
  const person = await testPerson(api.deps);
  const staff = definition.session === "staff" ? await testStaff(api, { north: ["admin"] }) : undefined;
  for (const values of requestsOf(definition, person.userId)) {
    await api.call(name, values, {
      token: staff?.token ?? person.token,
      ...(definition.right === "validator" ? { client: validatorClient } : {}),
      ...(definition.upload === undefined ? {} : { file: { bytes: new Uint8Array([1, 2, 3]) } }),
    });
    if (unread(name).length === 0) break;
  }
  expect(unread(name)).toEqual([]);
});

const sourceOf = (file: string) => readFileSync(join(import.meta.dirname, "..", file), "utf8");

it.each([...Object.entries(readForAll), ...Object.entries(readLater)])(
  "%s is read where it is said to be",
  (_, [file, words]) => {
    expect(sourceOf(file).includes(words)).toBe(true);
  },
);

it("every common field is read for every call", () => {
  expect(Object.keys(commonFields).filter((field) => !Object.hasOwn(readForAll, field))).toEqual([]);
});
