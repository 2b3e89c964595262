import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

/** Preloaded before a part's program: reports each source file that the part loads, so that its changes can be watched. */
registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith("file:") && !url.includes("/node_modules/")) {
      process.send?.({ loaded: fileURLToPath(url.split("?")[0] ?? url) });
    }
    return nextLoad(url, context);
  },
});
