import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { wordsOf, wordsOfArticle } from "./search.ts";

/**
 * Synonyms of the trade in the languages of the shop (decision 132): an article that has one word of a topic is found by all
 * of them. Server only: the page gets the words of its articles.
 */
const topics: readonly string[] = [
  "vélo vélos bicyclette bike bikes bicycle bicycles دراجة دراجات bici bicicletta biciclette bicicleta bicicletas",
  "étudiant étudiante étudiants étudiantes élève élèves scolaire scolaires lycéen lycéenne lycéens collégien collégiens student students pupil pupils school طالب طالبة طلاب تلميذ تلاميذ مدرسي studente studentessa studenti scolastico alunno alunni estudiante estudiantes alumno alumnos escolar",
  "chômeur chômeuse chômeurs chômage emploi unemployed unemployment jobseeker jobseekers باحث باحثون عاطل بطالة disoccupato disoccupata disoccupati disoccupazione desempleado desempleada desempleados desempleo paro",
  "solidaire solidaires solidarité social sociale RSA تضامني تضامنية solidale solidali sociali solidario solidaria sociales",
  "senior seniors aîné aînés retraité retraitée retraités retraite retired pensioner pensioners متقاعد متقاعدون مسن مسنين مسنون anziano anziana anziani pensionato pensionata pensionati mayor mayores jubilado jubilada jubilados",
  "jeune jeunes adolescent adolescents youth young teenager teenagers شاب شباب giovane giovani ragazzi joven jóvenes",
  "enfant enfants child children kid kids طفل أطفال bambino bambina bambini bimbi niño niña niños infantil",
  "handicap handicapé handicapée handicapés PMR disability disabled wheelchair إعاقة معاق معاقين disabile disabili disabilità discapacidad discapacitado discapacitados",
  "famille familles groupe groupes tribu family families group groups tribe عائلة عائلي مجموعة famiglia famiglie gruppo gruppi familia familias grupo grupos",
  "parking parkings stationnement relais voiture automobiliste automobilistes park ride موقف مواقف سيارة سيارات parcheggio parcheggi automobilisti aparcamiento aparcamientos coche automovilistas",
  "ticket tickets billet billets تذكرة تذاكر biglietto biglietti billete billetes",
  "pass abonnement abonnements اشتراك اشتراكات abbonamento abbonamenti abono abonos subscription subscriptions",
  "carnet carnets دفتر دفاتر bono bonos",
  "carte cartes card cards بطاقة بطاقات tessera tessere tarjeta tarjetas",
  "retour return عودة إياب ritorno vuelta",
];

/** Words for the time that an article lasts, by its duration or one of its words. */
const periods = {
  day: "jour journée journalier 24 day daily يوم يومي نهار giorno giornata giornaliero día diario",
  week: "semaine hebdomadaire hebdo week weekly أسبوع أسبوعي settimana settimanale semana semanal",
  month: "mois mensuel mensuelle month monthly شهر شهري mese mensile mes mensual",
  year: "an année annuel annuelle year yearly annual سنة سنوي عام anno annuale annuo año anual",
} as const;
type PeriodWords = keyof typeof periods;

const foldedTopics = topics.map((words) => ({ words, folded: new Set(wordsOf(words)) }));

/** The part of an article from which its synonyms follow. */
type Described = Pick<ShopItem, "name" | "audience" | "tariffs" | "searchWords" | "validity" | "trips">;

/** The texts of articles that are in use; a server shows the same articles on each page. */
const textsByArticle = new WeakMap<Described, readonly string[]>();

/** Texts by which the article is found apart from its name and summary: its own in every language, and synonyms by topic. */
export function searchTexts(article: Described): readonly string[] {
  const known = textsByArticle.get(article);
  if (known !== undefined) return known;
  const texts = textsOf(article);
  textsByArticle.set(article, texts);
  return texts;
}

function textsOf({ name, audience, tariffs, searchWords, validity, trips }: Described): readonly string[] {
  const own = [...(audience === null ? [] : [audience]), ...tariffs.map((tariff) => tariff.name), ...searchWords];
  const words = [name, ...own].flatMap(wordsOfArticle);
  const period = trips === null ? periodOf(validity) : null;
  return [
    own.join(" "),
    ...foldedTopics.filter(({ folded }) => words.some((word) => folded.has(word))).map((topic) => topic.words),
    ...(period === null ? [] : [periods[period]]),
  ].filter((text) => text !== "");
}

/** The period nearest to a validity; null: hours, or several years, which do not indicate the use. */
function periodOf(validity: ShopItem["validity"]): PeriodWords | null {
  if ("period" in validity) return null;
  if (["P1D", "PT24H"].includes(validity.duration)) return "day";
  if (validity.duration === "P7D") return "week";
  if (["P1M", "P28D", "P30D", "P31D"].includes(validity.duration)) return "month";
  return ["P1Y", "P12M", "P365D"].includes(validity.duration) ? "year" : null;
}
