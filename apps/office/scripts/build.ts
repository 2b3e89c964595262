import { join } from "node:path";
import { buildApp } from "@guichet/web/build-app.ts";

buildApp(join(import.meta.dirname, ".."));
