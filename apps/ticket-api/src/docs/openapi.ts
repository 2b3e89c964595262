import { type Call, impliedRefusals, needsUser } from "@guichet/contract/call.ts";
import { calls } from "@guichet/contract/calls.ts";
import { type ErrorCode, refusalMessage, refusalStatus } from "@guichet/contract/error-codes.ts";
import { rolesByPermission } from "@guichet/contract/staff-roles.ts";
import { z } from "zod";
import { exampleAnswer, exampleRequest } from "./examples.ts";
import { eitherSpelling, fieldsOf, type Json, jsonSchema } from "./fields.ts";
import { NamedSchemas } from "./named-schemas.ts";

/** The Ticket API's description (OpenAPI 3.1), generated from the definitions that serve the calls. */
export function describeApi(serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  const schemas = new NamedSchemas();
  schemas.add("Ko", koSchema());
  // Responses first: a request of the same form as a response shares its name.
  const answers = new Map<Call, Json>();
  for (const [name, definition] of Object.entries(calls) as [string, Call][]) {
    if (definition.file === undefined) answers.set(definition, answerSchema(schemas, name, definition));
  }
  for (const [name, definition] of Object.entries(calls) as [string, Call][]) {
    const path = paths[definition.path] ?? {};
    path[definition.method.toLowerCase()] = describeCall(schemas, name, definition, answers.get(definition));
    paths[definition.path] = path;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Guichet Ticket API",
      version: "1.0.0",
      description:
        "Sells tickets and passes of public transport. Every call is signed: see the security scheme. " +
        "Money is in integer minor units with an ISO 4217 code, instants are ISO 8601 UTC, days are YYYY-MM-DD.",
      license: { name: "EUPL-1.2", identifier: "EUPL-1.2" },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(Object.values(calls).map((definition) => definition.module))].map((module) => ({ name: module })),
    paths,
    components: {
      securitySchemes: {
        signature: {
          type: "apiKey",
          in: "query",
          name: "signature",
          description:
            "HMAC-SHA-1 (lower-case hex) of the values without `signature`, sorted by key in code-unit order and joined by `*`, " +
            "with the key of the client named in X-Client. Beside the values: in the query for GET and DELETE, else in the body.",
        },
        userToken: {
          type: "http",
          scheme: "bearer",
          description: "A customer's: `user.userToken` of `Account/login.json`",
        },
        staffToken: { type: "http", scheme: "bearer", description: "The staff's: `staffToken` of `Office/login`" },
      },
      schemas: schemas.all(),
    },
  };
}

function describeCall(schemas: NamedSchemas, name: string, definition: Call, answer: Json | undefined): Json {
  const signedIn = needsUser(definition);
  const inQuery = definition.method === "GET" || definition.method === "DELETE";
  const headers = [header("X-Client", "The calling client's id", false)];
  if (definition.idempotent) headers.push(header("Idempotency-Key", "Same key, same answer, for 24 hours", false));
  return {
    operationId: name,
    tags: [definition.module],
    summary: definition.summary,
    ...(definition.section === undefined
      ? { "x-guichet": true }
      : { description: `Specification ${definition.section}` }),
    security: [
      { signature: [], ...(signedIn && { [definition.session === "staff" ? "staffToken" : "userToken"]: [] }) },
    ],
    ...(definition.permission === undefined
      ? {}
      : { "x-permission": definition.permission, "x-roles": rolesByPermission[definition.permission] }),
    parameters: inQuery ? [...queryParameters(schemas, name, definition), ...headers] : headers,
    ...(inQuery ? {} : { requestBody: { required: true, content: bodyContent(schemas, name, definition) } }),
    responses: responses(name, definition, answer),
  };
}

const header = (name: string, description: string, required: boolean): Json => ({
  name,
  in: "header",
  description,
  required,
  schema: { type: "string" },
});

/** A request body in which some fields have two spellings. */
function bodySchema(schemas: NamedSchemas, definition: Call): Json {
  const either = eitherSpelling(definition);
  const { required = [], ...schema } = schemas.of(fieldsOf(definition), "input") as Json & { required?: string[] };
  const needed = required.filter((field) => !either.some(([own]) => own === field));
  return {
    ...schema,
    ...(needed.length === 0 ? {} : { required: needed }),
    ...(either.length === 0
      ? {}
      : { allOf: either.map((names) => ({ anyOf: names.map((name) => ({ required: [name] })) })) }),
  };
}

function bodyContent(schemas: NamedSchemas, name: string, definition: Call): Json {
  const schema = bodySchema(schemas, definition);
  const named = `${capital(name)}Request`;
  if (definition.upload === undefined) {
    const example = exampleRequest(name, definition);
    return { "application/json": { schema: schemas.add(named, schema), example } };
  }
  const file = { type: "string", contentMediaType: "application/octet-stream" };
  const properties = { ...(schema.properties as Json), [definition.upload]: file };
  const example = { ...exampleRequest(name, definition), [definition.upload]: "(the file)" };
  return { "multipart/form-data": { schema: schemas.add(named, { ...schema, properties }), example } };
}

function queryParameters(schemas: NamedSchemas, called: string, definition: Call): Json[] {
  const schema = bodySchema(schemas, definition) as { properties: Record<string, Json>; required?: string[] };
  const example = exampleRequest(called, definition);
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: "query",
    required: schema.required?.includes(name) ?? false,
    style: "form",
    explode: false,
    schema: property,
    ...(Object.hasOwn(example, name) && { example: example[name] }),
  }));
}

const capital = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

function answerSchema(schemas: NamedSchemas, name: string, { answer }: Call): Json {
  const ok = z.object({ status: z.literal("ok"), ...answer });
  return schemas.add(`${capital(name)}Answer`, schemas.of(ok, "output"));
}

function responses(name: string, definition: Call, schema: Json | undefined): Json {
  const content =
    definition.file === undefined
      ? { "application/json": { schema, example: exampleAnswer(name, definition) } }
      : { [definition.file]: { schema: { type: "string", contentMediaType: definition.file } } };
  const codes = [...new Set<ErrorCode>([...definition.refusals, ...impliedRefusals(definition)])];
  const byStatus = Map.groupBy(codes, refusalStatus);
  const failures = [...byStatus].map(([status, list]) => [
    String(status),
    {
      description: list.map((code) => `\`${code}\`: ${refusalMessage(code)}`).join("\n\n"),
      content: { "application/json": { schema: { $ref: "#/components/schemas/Ko" } } },
    },
  ]);
  return { "200": { description: "Done", content }, ...Object.fromEntries(failures) };
}

function koSchema(): Json {
  return jsonSchema(
    z.object({
      status: z.literal("ko"),
      error: z.object({
        code: z.string(),
        message: z.string(),
        details: z.record(z.string(), z.unknown()).optional(),
        requestId: z.string(),
      }),
    }),
    "output",
  );
}
