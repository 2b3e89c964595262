/** Base path of the sandbox's qualification provider, and the token that it accepts. */
export const sandboxQualificationPath = "/particulier";
export const demoQualificationToken = "guichet-demo-particulier";

/** Inputs for each outcome of the sandbox's qualification provider; listed by `GET /demo` and in its README. */
export const qualificationMagic = {
  numeroAllocataire: {
    entitled: "1234567",
    notEntitled: "2222222",
    insufficient: "4000000",
    unknown: "4040000",
    down: "5030000",
    slow: "5040000",
    malformed: "5000000",
  },
  identifiant: {
    entitled: "demandeur",
    notEntitled: "ancien",
    insufficient: "incomplet",
    unknown: "inconnu",
    down: "panne",
    slow: "lent",
    malformed: "casse",
  },
  ine: {
    entitled: "1234567890A",
    notEntitled: "2222222222B",
    insufficient: "4000000000C",
    unknown: "4040000000D",
    down: "5030000000E",
    slow: "5040000000F",
    malformed: "5000000000G",
  },
  /** By birth name, in any case; with any other name, the person is entitled. */
  nomNaissance: {
    notEntitled: "SANSDROIT",
    insufficient: "HOMONYME",
    unknown: "INCONNU",
    down: "PANNE",
    slow: "LENT",
    malformed: "CASSE",
  },
} as const;
