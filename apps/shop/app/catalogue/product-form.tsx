import { ErrorSummary, type FieldError } from "@guichet/ui/forms/error-summary.tsx";
import { Split } from "@guichet/ui/page/page.tsx";
import {
  type ComponentType,
  type FormEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { useNavigate } from "react-router";
import { cart, offerOf, readCart, useCart } from "../cart/cart-state.ts";
import type { StoredArticle } from "../cart/stored-article.ts";
import type { BirthDateReader } from "../identity/forms/visitor-birth-date.tsx";
import { lazyPart } from "../page/lazy-part.tsx";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { type Translate, useT } from "../texts/texts.tsx";
import { refusalsAhead, useRefusalText, useRefusalWords } from "../texts/use-refusal-text.ts";
import type { ChosenJourney } from "../travel/journey-offer.ts";
import { type JourneyState, useJourney } from "../travel/use-journey.ts";
import {
  type Choice,
  type ChoiceFault,
  cardOf,
  cardsFor,
  choiceFaults,
  choiceOf,
  firstChoice,
  lineOf,
  type Offered,
} from "./article-selection.ts";
import { fieldFaultText, fieldKey } from "./field-faults.ts";
import { missingEndText, unpricedText } from "./journey-words.tsx";
import type { Product } from "./product.ts";
import { OptionChoice, SupportChoice } from "./product-choices.tsx";
import { ProductFacts } from "./product-facts.tsx";
import { ProductHead } from "./product-head.tsx";
import { ProductReceipt } from "./product-receipt.tsx";

const loadCartAdded = (): Promise<{ default: ComponentType<{ name: string; onClose: () => void }> }> =>
  import("../cart/cart-added.tsx").then((module) => ({ default: module.CartAdded }));
/** Lazy confirmation, preloaded while the customer fills in the form; if it fails to load, the header's count still shows the new line. */
const CartAdded = lazy(() => loadCartAdded().catch(() => ({ default: Nothing })));

// Lazy, because most articles need none of these.
const SiblingChoice = lazyPart(() => import("./sibling-choice.tsx").then((module) => module.SiblingChoice));
const JourneyChoice = lazyPart(() => import("../travel/journey-choice.tsx").then((module) => module.JourneyChoice));
const StartChoice = lazyPart(() => import("./start-choice.tsx").then((module) => module.StartChoice));
const TransportCardChoice = lazyPart(() =>
  import("../transport-cards/transport-card-choice.tsx").then((module) => module.TransportCardChoice),
);
const TravellerChoice = lazyPart(() => import("./traveller-choice.tsx").then((module) => module.TravellerChoice));
const ForWhom = lazyPart(() => import("../identity/forms/visitor-birth-date.tsx").then((module) => module.ForWhom));
const VisitorAge = lazyPart(() => import("./visitor-age.tsx").then((module) => module.VisitorAge));
const ItemFields = lazyPart(() => import("./item-fields.tsx").then((module) => module.ItemFields));

interface ProductFormProps {
  product: Product;
  /** Id of the cart line to change; null: a new line. */
  lineId: string | null;
  /** Whether the customer returns from linking a card for the article. */
  onCard: boolean;
}

/** State of the article's form: the selection, its faults, and adding it to the cart or replacing its line. */
function useProductForm({ product, lineId, onCard }: ProductFormProps) {
  const t = useT();
  const navigate = useNavigate();
  const { network, preview } = usePageContext();
  const { switches, timeZone } = network;
  const offered: Offered = product;
  const [choice, setChoice] = useState(() => begun(offered, onCard));
  const [faults, setFaults] = useState<readonly ChoiceFault[]>([]);
  // Filled on submit only: the summary takes the focus when its text changes, so it must not change while the customer types.
  const [summary, setSummary] = useState<readonly FieldError[]>([]);
  /** Birth date of a visitor whom the article does not suit. */
  const [refusedBirthday, setRefusedBirthday] = useState<string | null>(null);
  const [added, setAdded] = useState(false);
  const pressed = useRef<HTMLFormElement>(null);
  const [readBirthDate] = useState(() => readerOf(pressed));
  const journey = useJourney(product.id, product.journey, choice.journey);
  const { lines, birthDate } = useCart();
  const line = lineId === null ? undefined : lines.find(({ id }) => id === lineId);
  const changing = line !== undefined && line.shopItemId === product.id;

  // The cart is stored in the browser: the line's values are available only after the first render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (changing) setChoice(choiceOf(line, offered, timeZone));
  }, [changing]);

  const change = (part: Partial<Choice>) => {
    const next = { ...choice, ...part };
    setChoice(next);
    // A fixed fault disappears immediately; no new fault appears while the customer types.
    const left = choiceFaults(next, offered).map(keyOf);
    setFaults(faults.filter((fault) => fault.at === "birthDate" || left.includes(keyOf(fault))));
    if (left.length === 0) setSummary([]);
  };
  const changeJourney = (part: Partial<ChosenJourney>) =>
    choice.journey !== null && change({ journey: { ...choice.journey, ...part } });
  const refusal = useRefusalText(faults.length > 0);
  const refusalWords = useRefusalWords();
  const errorFor = (key: string) => {
    const fault = faults.find((one) => keyOf(one) === key);
    return fault && faultText(t, refusal, fault);
  };
  const summarise = async (found: readonly ChoiceFault[]) => {
    const word = await refusalWords();
    setSummary(found.map((fault) => ({ field: targetOf(fault, product), message: faultText(t, word, fault) })));
  };

  const refuseUnpriced = async (unpriced: JourneyState) => {
    const word = await refusalWords();
    setSummary([{ field: "destination", message: unpricedText(t, word, unpriced) }]);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A preview has no button, but the Enter key submits as well.
    if (preview?.notSold) return;
    const { ages } = product;
    if (ages !== null && product.travellers === null && readBirthDate.current === null) {
      pressed.current = event.currentTarget;
      return;
    }
    const born = ages && readBirthDate.current?.(event.currentTarget, ages, choice.day);
    const found = [...(born?.fault ? [born.fault] : []), ...choiceFaults(choice, offered)];
    setFaults(found);
    setRefusedBirthday(born?.fault?.code === "TRAVELLER_NOT_ELIGIBLE" ? born.day : null);
    if (found.length > 0) return void summarise(found);
    if (journey !== null && journey.shown.price === null) return void refuseUnpriced(journey);
    setSummary([]);
    const next = lineOf(choice, offered);
    if (next === null) return;
    const articles = articlesWith(product);
    const offer = offerOf(switches);
    const outcome =
      changing && lineId !== null ? cart.replace(lineId, next, articles, offer) : cart.add(next, articles, offer);
    if (!outcome.ok) return void refusalWords().then((word) => setSummary([{ message: word(outcome.code) }]));
    cart.keepArticles(articles);
    if (born?.day) cart.bornOn(born.day);
    if (changing) void navigate(href("cart"));
    else setAdded(true);
  };
  const close = () => setAdded(false);
  return {
    choice,
    change,
    changeJourney,
    journey,
    changing,
    birthDate,
    readBirthDate,
    refusedBirthday,
    errorFor,
    summary,
    submit,
    added,
    close,
  };
}

/**
 * Receives the reader of the birth date field once its script has loaded, and then submits a form that was sent before.
 */
function readerOf(pressed: RefObject<HTMLFormElement | null>): RefObject<BirthDateReader | null> {
  let reader: BirthDateReader | null = null;
  return {
    get current() {
      return reader;
    },
    set current(loaded) {
      reader = loaded;
      pressed.current?.requestSubmit();
      pressed.current = null;
    },
  };
}

/** Form with all selections of one article. */
export function ProductForm(props: ProductFormProps) {
  const t = useT();
  const { product } = props;
  const form = useProductForm(props);
  const { choice, change, journey } = form;
  return (
    <>
      <form onSubmit={form.submit} onFocus={ahead} noValidate>
        <Split
          aside={
            <ProductReceipt
              product={product}
              choice={choice}
              changing={form.changing}
              journey={journey}
              change={change}
            />
          }
        >
          <ErrorSummary title={t("catalogue.problem")} errors={[...form.summary]} />
          <div className="stack" data-gap="l">
            <ProductHead product={product} />
            {product.siblings.length > 0 && <SiblingChoice siblings={product.siblings} />}
            {(product.ages !== null || product.needsAccount) && <ForWhom product={product} />}
            <ProductFacts product={product} />
            <Choices product={product} form={form} />
          </div>
        </Split>
      </form>
      <Suspense fallback={null}>{form.added && <CartAdded name={product.name} onClose={form.close} />}</Suspense>
    </>
  );
}

/** Fields of this article: journey, traveller, support, card, start, options and the operator's fields. */
function Choices({ product, form }: { product: Product; form: ReturnType<typeof useProductForm> }) {
  const { choice, change, journey, errorFor } = form;
  const { start } = product;
  return (
    <>
      {product.journey !== null && journey !== null && choice.journey !== null && (
        <JourneyChoice
          offered={product.journey}
          chosen={choice.journey}
          journey={journey}
          errorFor={errorFor}
          change={form.changeJourney}
        />
      )}
      {product.travellers === null && product.ages !== null && (
        <VisitorAge
          product={product}
          known={form.birthDate ?? product.bornOn}
          error={errorFor("birthDate")}
          reader={form.readBirthDate}
          refused={form.refusedBirthday}
          startsOn={choice.day}
        />
      )}
      {product.travellers !== null && (
        <TravellerChoice product={product} choice={choice} error={errorFor("traveller")} change={change} />
      )}
      <SupportChoice product={product} choice={choice} error={errorFor("support")} change={change} />
      {choice.support === "MEDIA" && product.cards !== null && (
        <TransportCardChoice
          cards={cardsFor(choice, product)}
          chosen={cardOf(choice, product)}
          back={href("product", { id: product.id }, { support: "MEDIA" })}
          error={errorFor("card")}
          choose={(mediaId) => change({ mediaId })}
        />
      )}
      {start !== null && start !== "none" && (
        <StartChoice productId={product.id} start={start} choice={choice} error={errorFor("start")} change={change} />
      )}
      <OptionChoice product={product} choice={choice} change={change} />
      {product.fields.length > 0 && (
        <ItemFields fields={product.fields} choice={choice} errorFor={errorFor} change={change} />
      )}
    </>
  );
}

/** Articles of the cart, with current data of this article and its options. */
function articlesWith({ kept, options }: Product): readonly StoredArticle[] {
  const own = [kept, ...options.map((option) => option.kept)];
  const others = readCart().articles.filter((other) => !own.some(({ shopItemId }) => shopItemId === other.shopItemId));
  return [...own, ...others];
}

function begun(offered: Offered, onCard: boolean): Choice {
  const first = firstChoice(offered);
  return onCard && offered.supports.includes("MEDIA") ? { ...first, support: "MEDIA" } : first;
}

function Nothing(_props: { name: string; onClose: () => void }): ReactNode {
  return null;
}

/** Preloads lazy modules while the customer fills in the form. */
function ahead(): void {
  loadCartAdded().catch(() => undefined);
  refusalsAhead();
}

function faultText(t: Translate, refusal: (code: string) => string, fault: ChoiceFault): string {
  if (fault.at === "field") return fieldFaultText(t, fault);
  if (fault.code === "BIRTH_DATE_REQUIRED") return refusal("BIRTH_DATE_INVALID");
  if (fault.code === "TRAVELLER_NOT_ELIGIBLE") return t("catalogue.traveller.reason-age");
  const isEnd = fault.at === "origin" || fault.at === "destination";
  return isEnd ? missingEndText(t, fault.at) : refusal(fault.code);
}

/** Key of the field that shows the fault. */
const keyOf = (fault: ChoiceFault): string => (fault.at === "field" ? fieldKey(fault.field.id, fault.again) : fault.at);

/** Id of the field to which the error summary links. */
function targetOf(fault: ChoiceFault, { start }: Product): string {
  const byDay = start !== null && start !== "none" && start.pivotType === "DAY_PIVOT";
  return fault.at === "start" && byDay ? "start-time" : keyOf(fault);
}
