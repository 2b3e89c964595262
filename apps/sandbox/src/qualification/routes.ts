import { setTimeout as wait } from "node:timers/promises";
import { demoQualificationToken, qualificationMagic } from "@guichet/contract/integrations/sandbox-qualification.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

type Values = Readonly<Record<string, unknown>>;
type Case = "entitled" | "notEntitled" | "insufficient" | "unknown" | "down" | "slow" | "malformed";

/** Routes of the national API for personal rights (API Particulier) used by networks, with its own formats. */
export function qualificationRoutes(
  app: FastifyInstance,
  { slowMs, today }: { slowMs: number; today(): string },
): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.headers.authorization === `Bearer ${demoQualificationToken}`) return;
    await reply.code(401).send(errors("00101", "Utilisateur non autorisé"));
  });

  const answer = async (reply: FastifyReply, found: Case, entitled: () => unknown, not: () => unknown) => {
    if (found === "insufficient") return reply.code(422).send(errors("00366", "Informations d'identité insuffisantes"));
    if (found === "unknown") return reply.code(404).send(errors("37003", "Entité non trouvée"));
    if (found === "down") return reply.code(502).send(errors("37999", "Erreur du fournisseur de données"));
    if (found === "malformed") return reply.type("application/json").send('{"data": {"quotient');
    if (found === "slow") await wait(slowMs);
    return reply.send(found === "notEntitled" ? not() : entitled());
  };
  const get = (path: string, caseOf: (values: Values) => Case, entitled: () => unknown, not: () => unknown) =>
    app.get(path, (request: FastifyRequest, reply) =>
      answer(reply, caseOf((request.query ?? {}) as Values), entitled, not),
    );
  const wrap = (data: unknown) => ({ data, links: {}, meta: {} });
  const quotient = (valeur: number) => {
    const [annee, mois] = today().split("-").map(Number);
    return wrap({
      quotient_familial: { fournisseur: "CNAF", valeur, annee, mois, annee_calcul: annee, mois_calcul: mois },
    });
  };
  const admission = (est_inscrit: boolean) => {
    const year = Number(today().slice(0, 4)) + (Number(today().slice(5, 7)) >= 9 ? 1 : 0);
    return wrap({
      admissions: [{ date_debut: `${year - 1}-09-01`, date_fin: `${year}-08-31`, est_inscrit, regime_formation: null }],
    });
  };

  get(
    "/api/v2/composition-familiale",
    byMagic("numeroAllocataire"),
    () => ({ quotientFamilial: 450, annee: Number(today().slice(0, 4)), mois: Number(today().slice(5, 7)) }),
    () => ({ quotientFamilial: 2_400, annee: Number(today().slice(0, 4)), mois: Number(today().slice(5, 7)) }),
  );
  get(
    "/v3/dss/quotient_familial/identite",
    byIdentity,
    () => quotient(450),
    () => quotient(2_400),
  );
  get(
    "/v3/france_travail/statut/identifiant",
    byMagic("identifiant"),
    () =>
      wrap({
        inscription: { date_debut: "2025-01-06", date_fin: null, categorie: { code: 1, libelle: "SANS EMPLOI" } },
      }),
    () => wrap({ inscription: { date_debut: "2024-01-06", date_fin: "2024-12-31", categorie: { code: 1 } } }),
  );
  get(
    "/v3/mesri/statut_etudiant/ine",
    byMagic("ine"),
    () => admission(true),
    () => admission(false),
  );
  get(
    "/v3/dss/allocation_adulte_handicape/identite",
    byIdentity,
    () => wrap({ est_beneficiaire: true, date_debut_droit: "2024-05-01" }),
    () => wrap({ est_beneficiaire: false, date_debut_droit: null }),
  );
}

/** Case of a field's value; a value that is not magic belongs to nobody. */
const byMagic =
  (field: "numeroAllocataire" | "identifiant" | "ine") =>
  (values: Values): Case => {
    const found = Object.entries(qualificationMagic[field]).find(([, value]) => value === values[field]);
    return (found?.[0] as Case | undefined) ?? "unknown";
  };

/** Case of a birth name. As in the real API, incomplete birth data or a missing sex is not enough. */
function byIdentity(values: Values): Case {
  const needed = ["nomNaissance", "prenoms[]", "anneeDateNaissance", "sexeEtatCivil", "codeCogInseePaysNaissance"];
  const name = String(values.nomNaissance ?? "").toUpperCase();
  const found = Object.entries(qualificationMagic.nomNaissance).find(([, value]) => value === name);
  if (found !== undefined) return found[0] as Case;
  const place = values.codeCogInseeCommuneNaissance ?? values.nomCommuneNaissance;
  return needed.some((field) => values[field] === undefined) || place === undefined ? "insufficient" : "entitled";
}

const errors = (code: string, title: string) => ({ errors: [{ code, title, detail: title, source: null, meta: {} }] });
