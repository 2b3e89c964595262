import {
  debitProviderNames,
  type NetworkPack,
  type PackCreditor,
  paymentProviderNames,
  termsKinds,
} from "@guichet/contract/network-pack.ts";
import type { PackVoucher } from "@guichet/contract/packs/pack-vouchers.ts";
import { identifierFaults } from "@guichet/rules/countries/countries.ts";
import { isCreditorId, readIban } from "@guichet/rules/persons/ibans.ts";
import { isKnownRegion } from "../network-registry/public-holidays.ts";
import { readFeed } from "../transit-feed/feed.ts";
import { checkCatalogue, notBefore, repeated } from "./article-checks.ts";
import { checkJourneys, type FeedFares, feedFaults } from "./check-feed.ts";
import { logoFault } from "./logo.ts";
import { type PackFault, packFiles } from "./pack-folder.ts";
import { pathByIds } from "./pack-paths.ts";
import { textsWithout } from "./pack-texts.ts";

/** Checks everything in a pack that its schema cannot; no faults: it may be imported. */
export function checkPack(pack: NetworkPack): PackFault[] {
  if (pack.gtfs === undefined) return checkContents(pack, "none");
  const reading = readFeed(pack.gtfs, pack.network);
  return [...checkContents(pack, reading.ok ? reading.feed.fares : "unknown"), ...feedFaults(reading)];
}

/** Checks the same beside the feed, of which the fares are known. */
export function checkContents(pack: NetworkPack, fares: FeedFares): PackFault[] {
  const faults: PackFault[] = [];
  const faultIn = (file: string) => (path: string, message: string) => void faults.push({ file, path, message });
  checkNetwork(pack, faultIn("network.json"));
  checkCatalogue(pack, faultIn("catalogue.json"));
  checkAgencies(pack, faultIn("agencies.json"));
  checkVouchers(pack, faultIn("vouchers.json"));
  checkTerms(pack, faults);
  checkTexts(pack, faults);
  faults.push(...checkJourneys(pack, fares));
  const logo = logoFault(pack.logo);
  if (logo !== undefined) faults.push({ file: "logo.svg", path: "", message: logo });
  return withIdPaths(pack, faults);
}

/** Replaces list positions in fault paths with ids. */
export function withIdPaths(pack: NetworkPack, faults: readonly PackFault[]): PackFault[] {
  const { network, catalogue, agencies, vouchers } = pack;
  const files: Readonly<Record<string, unknown>> = {
    "network.json": network,
    "catalogue.json": catalogue,
    "agencies.json": agencies,
    "vouchers.json": vouchers,
  };
  return faults.map((fault) => ({ ...fault, path: pathByIds(fault.path, files[fault.file]) }));
}

type FaultAt = (path: string, message: string) => void;

function checkNetwork({ network }: NetworkPack, fault: FaultAt): void {
  if (!isTimeZone(network.timeZone)) fault("timeZone", `${network.timeZone} is not a time zone`);
  if (!Intl.supportedValuesOf("currency").includes(network.currency))
    fault("currency", `${network.currency} is not an ISO 4217 currency`);
  const { provider } = network.payment;
  if (!paymentProviderNames.some((name) => name === provider))
    fault("payment.provider", `no provider ${provider}: ${paymentProviderNames.join(" or ")}`);
  if (!isKnownRegion(network)) fault("region", `no region of ${network.country} with public holidays of its own`);
  const wrong = identifierFaults(network.seller.identifiers, network.country);
  for (const [id, message] of Object.entries(wrong)) fault(`seller.identifiers.${id}`, message);
  for (const index of repeated(network.languages)) fault(`languages.${index}`, "named twice");
  for (const index of repeated(network.domains)) fault(`domains.${index}`, "named twice");
  network.domains.forEach((domain, index) => {
    if (!/^[a-z0-9.-]+(:\d{1,5})?$/.test(domain)) fault(`domains.${index}`, "not a host name in small letters");
  });
  for (const index of repeated(network.homeStops.map(({ id }) => id))) fault(`homeStops.${index}.id`, "used twice");
  for (const index of repeated(network.fareZones.map(({ id }) => id))) fault(`fareZones.${index}.id`, "used twice");
  if (network.school !== undefined) checkSchool(network.school, fault);
  if (network.paymentMethods.includes("TRANSFER") && !network.switches.transferPayments)
    fault("paymentMethods", "TRANSFER needs switches.transferPayments");
  if (network.paymentMethods.includes("TRANSFER") && network.creditor === undefined)
    fault("creditor", "missing: TRANSFER needs it");
  if (network.directDebit === "provider") checkProviderDebits(network, fault);
  if (network.debitTicketsUsable === "provisional" && network.provisionalDays === undefined)
    fault("provisionalDays", 'missing: debitTicketsUsable "provisional" needs it');
  if (network.debitTicketsUsable !== "provisional" && network.provisionalDays !== undefined)
    fault("provisionalDays", 'needs debitTicketsUsable "provisional"');
  if (network.creditor !== undefined) checkCreditor(network.creditor, network, fault);
  if (!/^[^<>@]+<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/.test(network.mailFrom))
    fault("mailFrom", "not `Name <address>`");
  const { providers } = network.authentication;
  for (const index of repeated(providers.map(({ id }) => id))) fault(`authentication.providers.${index}`, "used twice");
  for (const index of repeated(providers.map(({ slug }) => slug)))
    fault(`authentication.providers.${index}.slug`, "used twice");
  const qualificationIds = network.qualificationProviders.map(({ id }) => id);
  for (const index of repeated(qualificationIds)) fault(`qualificationProviders.${index}.id`, "used twice");
  // Their secrets are in one map.
  qualificationIds.forEach((id, index) => {
    if (providers.some((provider) => provider.id === id))
      fault(`qualificationProviders.${index}.id`, `${id} is a way to sign in already`);
  });
  providers.forEach(({ id, isDefault }, index) => {
    const at = (key: string, message: string) => fault(`authentication.providers.${index}.${key}`, message);
    if (reservedProviders.has(id)) at("id", `${id} is a way to sign in of our own`);
    if (isDefault && providers.findIndex((other) => other.isDefault) < index)
      at("isDefault", "there is a default already");
  });
}

/** Checks that the payment provider of the network collects direct debits. */
function checkProviderDebits({ payment, paymentMethods }: NetworkPack["network"], fault: FaultAt): void {
  if (!paymentMethods.includes("TRANSFER")) fault("directDebit", '"provider" needs TRANSFER in paymentMethods');
  if (!debitProviderNames.includes(payment.provider))
    fault(
      "directDebit",
      `${payment.provider} collects no direct debits: "bank", or payment by ${debitProviderNames.join(" or ")}`,
    );
}

/** Checks the creditor: SEPA direct debits are in euro only, and need a valid creditor id and account. */
function checkCreditor(
  creditor: PackCreditor,
  { currency, directDebit }: Pick<NetworkPack["network"], "currency" | "directDebit">,
  fault: FaultAt,
): void {
  if (currency !== "EUR") fault("creditor", `direct debits are in EUR, the network's currency is ${currency}`);
  if (!isCreditorId(creditor.id)) fault("creditor.id", "not a SEPA creditor identifier");
  if (creditor.providerId !== undefined && !isCreditorId(creditor.providerId))
    fault("creditor.providerId", "not a SEPA creditor identifier");
  if (creditor.providerId !== undefined && directDebit !== "provider")
    fault("creditor.providerId", 'needs directDebit "provider"');
  if (!readIban(creditor.iban).ok) fault("creditor.iban", "not an IBAN of a SEPA country");
}

function checkSchool({ year, ageFrom, ageTo, schools }: PackSchool, fault: FaultAt): void {
  if (year.from >= year.to) fault("school.year.to", "not after school.year.from");
  if (ageFrom > ageTo) fault("school.ageFrom", "above ageTo");
  for (const index of repeated(schools.map(({ id }) => id))) fault(`school.schools.${index}.id`, "used twice");
}
type PackSchool = NonNullable<NetworkPack["network"]["school"]>;

/** Provider ids of sign-in methods without OpenID: e-mail and password, guests, transport cards. */
const reservedProviders: ReadonlySet<string> = new Set(["password", "guest", "card"]);

function checkAgencies({ agencies: { agencies } }: NetworkPack, fault: FaultAt): void {
  for (const index of repeated(agencies.map(({ id }) => id))) fault(`agencies.${index}.id`, "used twice");
  agencies.forEach((agency, index) => {
    const { latitude, longitude } = agency;
    if ((latitude === undefined) !== (longitude === undefined))
      fault(
        `agencies.${index}.${latitude === undefined ? "latitude" : "longitude"}`,
        "missing, although the other coordinate is given",
      );
    agency.openingHours.forEach(({ opens, closes }, row) => {
      if (opens >= closes) fault(`agencies.${index}.openingHours.${row}`, "closes before it opens");
    });
  });
}

function checkVouchers({ vouchers: { vouchers }, catalogue }: NetworkPack, fault: FaultAt): void {
  const articles = new Set(catalogue.articles.map(({ id }) => id));
  for (const index of repeated(vouchers.map(({ code }) => code))) fault(`vouchers.${index}.code`, "used twice");
  vouchers.forEach((voucher, index) => {
    const at = (key: string, message: string) => fault(`vouchers.${index}.${key}`, message);
    for (const id of voucher.articles) if (!articles.has(id)) at("articles", `there is no article ${id}`);
    const missing = missingField(voucher);
    if (missing !== undefined) at(missing, `needed by a voucher of type ${voucher.type}`);
    if (notBefore(voucher.validFrom, voucher.validUntil)) at("validUntil", "not after validFrom");
  });
}

function missingField({ type, amount, ratio, articles }: PackVoucher): "amount" | "ratio" | "articles" | undefined {
  if (type === "GIFT") return articles.length === 1 ? undefined : "articles";
  if (type.startsWith("ARTICLE_") && articles.length === 0) return "articles";
  if (type.endsWith("AMOUNT")) return amount === undefined ? "amount" : undefined;
  return ratio === undefined ? "ratio" : undefined;
}

function checkTerms({ network, terms }: NetworkPack, faults: PackFault[]): void {
  const language = network.languages[0] ?? "fr";
  for (const kind of termsKinds) {
    if (network.termsUpdatedOn[kind] === undefined)
      faults.push({ file: "network.json", path: `termsUpdatedOn.${kind}`, message: "missing" });
    const texts = terms[kind] ?? {};
    if (texts[language] === undefined) {
      const message = "missing: every legal text is required in the default language";
      faults.push({ file: `terms/${language}/${kind}.md`, path: "", message });
    }
    for (const [each, text] of Object.entries(texts)) {
      if (/^# \S/.test(text)) continue;
      faults.push({ file: `terms/${each}/${kind}.md`, path: "", message: "the first line is not a title (`# ...`)" });
    }
  }
}

function checkTexts(pack: NetworkPack, faults: PackFault[]): void {
  const language = pack.network.languages[0] ?? "fr";
  for (const name of ["network", "catalogue"] as const) {
    for (const path of textsWithout(language, packFiles[name], pack[name])) {
      faults.push({ file: `${name}.json`, path, message: `no text in the default language (${language})` });
    }
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format() !== "";
  } catch {
    return false;
  }
}
