/** Fictional streets in the towns of the demo networks and their surroundings. */
export const streets: readonly Street[] = [
  { name: "Place de la Gare", postcode: "76990", city: "Saint-Aubert-sur-Mer", citycode: "76901", doors: 12 },
  { name: "Rue des Halles", postcode: "76990", city: "Saint-Aubert-sur-Mer", citycode: "76901", doors: 48 },
  { name: "Quai des Brumes", postcode: "76990", city: "Saint-Aubert-sur-Mer", citycode: "76901", doors: 30 },
  { name: "Rue du Phare", postcode: "76990", city: "Saint-Aubert-sur-Mer", citycode: "76901", doors: 64 },
  { name: "Boulevard des Goélands", postcode: "76990", city: "Saint-Aubert-sur-Mer", citycode: "76901", doors: 120 },
  { name: "Rue de l’Ancien Chantier", postcode: "76990", city: "Saint-Aubert-sur-Mer", citycode: "76901", doors: 22 },
  { name: "Avenue de l’Océan", postcode: "76991", city: "Les Dunes", citycode: "76902", doors: 86 },
  { name: "Rue des Oyats", postcode: "76991", city: "Les Dunes", citycode: "76902", doors: 40 },
  { name: "Chemin des Sauniers", postcode: "76991", city: "Les Dunes", citycode: "76902", doors: 18 },
  { name: "Rue du Phare", postcode: "76992", city: "Pointe-Sainte-Barbe", citycode: "76903", doors: 25 },
  { name: "Impasse du Vieux Lavoir", postcode: "76992", city: "Pointe-Sainte-Barbe", citycode: "76903", doors: 9 },
  { name: "Rue Jeanne-Morvan", postcode: "76993", city: "Val-Rivage", citycode: "76904", doors: 72 },
  { name: "Rue des Tilleuls", postcode: "76993", city: "Val-Rivage", citycode: "76904", doors: 54 },
  { name: "Les Trois Moulins", postcode: "76993", city: "Val-Rivage", citycode: "76904", doors: 0 },
];

export interface Street {
  name: string;
  postcode: string;
  city: string;
  citycode: string;
  /** Highest house number; 0: a place without streets. */
  doors: number;
}

/** A GeocodeJSON feature, with the fields set by the national service. */
export interface Feature {
  type: "Feature";
  geometry: { type: "Point"; coordinates: [number, number] };
  properties: Record<string, string | number>;
}

const numberShape = /^(\d{1,4})(?:\s?(bis|ter|quater))?\s+/;

/** Finds addresses, streets and places with words that begin with each typed word, in list order. */
export function search(typed: string, limit: number): Feature[] {
  const asked = plain(typed);
  const [head = "", digits, suffix] = numberShape.exec(asked) ?? [];
  const words = asked.slice(head.length).split(" ").filter(Boolean);
  const found = streets.filter((street) => {
    const known = plain(`${street.name} ${street.postcode} ${street.city}`).split(" ");
    return words.every((word) => known.some((one) => one.startsWith(word)));
  });
  return found.slice(0, limit).map((street, place) => {
    const door = digits !== undefined && Number(digits) <= street.doors;
    return featureOf(street, door ? [digits, suffix].filter(Boolean).join(" ") : undefined, 0.95 - place * 0.05);
  });
}

function featureOf(street: Street, housenumber: string | undefined, score: number): Feature {
  const { name: road, postcode, city, citycode, doors } = street;
  const name = housenumber === undefined ? road : `${housenumber} ${road}`;
  const kind = doors === 0 ? "locality" : housenumber === undefined ? "street" : "housenumber";
  const id = `${citycode}_${String(streets.indexOf(street) + 1).padStart(4, "0")}`;
  return {
    type: "Feature",
    geometry: { type: "Point", coordinates: [0.4 + streets.indexOf(street) / 100, 49.8] },
    properties: {
      label: `${name} ${postcode} ${city}`,
      score,
      ...(housenumber === undefined ? {} : { housenumber, street: road }),
      id,
      name,
      postcode,
      citycode,
      city,
      context: "76, Seine-Maritime, Normandie",
      type: kind,
      importance: 0.5,
    },
  };
}

const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
