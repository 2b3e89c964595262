/** Style of the provider's pages: plain, since they belong to another company. */
export const paymentCss = `
:root{--ground:#eef1f5;--paper:#fff;--ink:#17202e;--soft:#4c596b;--line:#8391a5;--hair:#d8dee7;--brand:#1d3f72;--on-brand:#fff;--bad:#a4161a;--bad-ground:#fdecec;--band:#fff4cf;--on-band:#4a3800;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--ground:#10151d;--paper:#1a212c;--ink:#eef2f7;--soft:#b3bfce;--line:#78879b;--hair:#323d4d;--brand:#9cc2ff;--on-brand:#0b1a30;--bad:#ffb0ab;--bad-ground:#3b1b1d;--band:#3d3413;--on-band:#ffe9a3}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,"Segoe UI",Roboto,"Noto Sans","Noto Sans Arabic",sans-serif}
[lang=ar]{line-height:1.7}
.band{margin:0;padding:.5rem 1rem;background:var(--band);color:var(--on-band);font-size:.875rem;text-align:center}
.sheet{max-width:28rem;margin-inline:auto;padding:1rem}
.maker{display:flex;align-items:center;gap:.5rem;margin-block:0;padding-block:1rem 0;font-weight:600;color:var(--brand)}
.maker svg{flex:none}
main{background:var(--paper);border:1px solid var(--hair);border-radius:.5rem;padding:1.25rem}
h1{margin:0 0 1rem;font-size:1.375rem;line-height:1.3}
h2{margin:0 0 .25rem;font-size:1rem}
p{margin:0 0 1rem}
.sum{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0 0 1.25rem;padding-block-end:1rem;border-block-end:1px solid var(--hair)}
.sum dt{color:var(--soft)}
.sum dd{margin:0;text-align:end;overflow-wrap:anywhere}
.sum .big{font-size:1.5rem;line-height:1.25;font-weight:700;font-variant-numeric:tabular-nums}
label{display:block;font-weight:600}
.hint{display:block;color:var(--soft);font-size:.875rem}
.field{margin:0 0 1rem}
.short input{max-width:12rem}
input{width:100%;min-height:3rem;margin-block-start:.25rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.375rem;background:var(--paper);color:var(--ink);font:inherit;font-size:1.0625rem;font-variant-numeric:tabular-nums;letter-spacing:.03em}
[dir=rtl] input{text-align:right}
input[aria-invalid]{border:2px solid var(--bad)}
.fault{display:block;margin-block-start:.25rem;color:var(--bad);font-size:.9375rem;font-weight:600}
.faults{margin:0 0 1.25rem;padding:.75rem 1rem;border:2px solid var(--bad);border-radius:.375rem;background:var(--bad-ground)}
.faults h2{color:var(--bad)}
.faults ul{margin:0;padding:0;list-style:none}
.faults a{display:inline-block;padding-block:.25rem;color:inherit}
button,.button{display:block;width:100%;min-height:3rem;padding:.625rem 1rem;border:1px solid var(--brand);border-radius:.375rem;background:var(--brand);color:var(--on-brand);font:inherit;font-weight:700;text-align:center;text-decoration:none;cursor:pointer}
button.quiet{margin-block-start:.75rem;border-color:transparent;background:none;color:var(--brand);font-weight:600;text-decoration:underline;text-underline-offset:.2em}
.wallets{display:grid;gap:.5rem;margin-block-end:1.25rem;padding-block-end:1.25rem;border-block-end:1px solid var(--hair)}
button.wallet{border-color:#000;background:#000;color:#fff}
@media (prefers-color-scheme:dark){button.wallet{border-color:#fff;background:#fff;color:#000}}
button.wallet small{font-size:.875rem;font-weight:400}
:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
.shown{padding:.75rem 1rem;border:1px dashed var(--line);border-radius:.375rem}
.shown b{display:block;font-size:1.75rem;letter-spacing:.2em;font-variant-numeric:tabular-nums}
aside{margin-block-start:1rem;padding:0 .25rem;font-size:.875rem}
aside p{margin:0 0 .5rem;color:var(--soft)}
aside ul{margin:0;padding:0;list-style:none}
aside li{padding-block:.375rem;border-block-start:1px solid var(--hair)}
aside code{display:block;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9375rem;direction:ltr;unicode-bidi:isolate;text-align:start}
[dir=rtl] aside code{text-align:right}
`;
