import { inject } from "light-my-request";
import type { Configuration, Provider } from "oidc-provider";
import type { Artefacts } from "./artefacts.ts";
import type { ProviderKeys } from "./keys.ts";

/** A request to a provider; `path` is relative to its issuer and includes the query. */
export interface ProviderRequest {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface ProviderAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

export interface Library {
  provider: Provider;
  /** Runs the library in this process, so that its response can be changed before it is sent. */
  ask(request: ProviderRequest): Promise<ProviderAnswer>;
}

/** Opens an OpenID provider of the certified library at this issuer. It is loaded at first use, which takes a quarter of a second. */
export async function openLibrary(
  issuer: string,
  keys: ProviderKeys,
  artefacts: Artefacts,
  configuration: (library: typeof import("oidc-provider")) => Configuration,
): Promise<Library> {
  const library = await import("oidc-provider");
  const provider = new library.Provider(issuer, {
    ...configuration(library),
    jwks: { keys: [keys.jwk] },
    adapter: (kind: string) => artefacts.of(kind),
  });
  // The library builds its URLs from these headers, which never come from a caller.
  provider.proxy = true;
  const { host, protocol, pathname } = new URL(issuer);
  const callback = provider.callback();

  return {
    provider,
    async ask({ method, path, headers, body }) {
      const response = await inject(
        (request, answer) => {
          Object.assign(request, { originalUrl: `${pathname}${path}` });
          callback(request, answer);
        },
        {
          method,
          url: path,
          headers: { ...headers, host, "x-forwarded-host": host, "x-forwarded-proto": protocol.slice(0, -1) },
          ...(body !== undefined && { payload: body }),
        },
      );
      return { status: response.statusCode, headers: headersOf(response.headers), body: response.payload };
    },
  };
}

function headersOf(headers: Record<string, string | string[] | number | undefined>): ProviderAnswer["headers"] {
  const kept: ProviderAnswer["headers"] = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !hopByHop.has(name)) kept[name] = typeof value === "number" ? String(value) : value;
  }
  return kept;
}

const hopByHop = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);
