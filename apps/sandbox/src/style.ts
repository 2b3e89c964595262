/** Style of the sandbox's own pages (front page, mailbox). */
export const sandboxCss = `
:root{--ground:#f5f6f8;--paper:#fff;--ink:#1b222c;--soft:#505c6b;--line:#8b96a5;--hair:#d9dee5;--link:#1d3f72;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--ground:#11151b;--paper:#1a2029;--ink:#eef1f5;--soft:#b4bfcc;--line:#788595;--hair:#333d4a;--link:#9cc2ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,"Segoe UI",Roboto,"Noto Sans","Noto Sans Arabic",sans-serif}
header,main{max-width:52rem;margin-inline:auto;padding:1rem}
main a{display:inline-block;padding-block:.25rem}
main{background:var(--paper);border:1px solid var(--hair);border-radius:.5rem}
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.3;overflow-wrap:anywhere}
h2{margin:1.5rem 0 .5rem;font-size:1.125rem}
a{color:var(--link)}
header a{display:inline-block;padding-block:.625rem;font-weight:600}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
.list{margin:0;padding:0;list-style:none}
.list li{padding-block:.5rem;border-block-start:1px solid var(--hair)}
.list a{display:block;padding-block:.25rem;font-weight:600;overflow-wrap:anywhere}
.list span,.list code{display:block}
.list code{overflow-wrap:anywhere}
.list span{color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}
.search{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin-block-end:1rem}
input,button{min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.375rem;background:var(--paper);color:inherit;font:inherit}
input{flex:1 1 12rem;min-width:0}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9375rem}
iframe{width:100%;height:24rem;border:1px solid var(--hair);border-radius:.375rem;background:#fff}
pre{margin:0;padding:.75rem;border:1px solid var(--hair);border-radius:.375rem;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}
`;
