// The mail viewer's style sheet, served as a file because the pages' policy forbids inline styles.

export const css = `:root {
  color-scheme: light dark;
  --page: #F7F8FC; --panel: #FFFFFF; --raised: #F1F3F9; --hairline: #E7EAF3;
  --text: #18213B; --soft: #45506B; --mute: #66708A; --link: #2340CC; --tint: #EEF2FF; --initial: #1D34A4;
  --tag: #8A5200; --tag-back: #FFF3DD;
  --shadow: 0 1px 2px rgba(14,21,48,.06), 0 8px 20px -6px rgba(14,21,48,.14);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0B1020; --panel: #121831; --raised: #182040; --hairline: #28314F;
    --text: #E8ECF8; --soft: #B3BCD6; --mute: #8C97B8; --link: #9DB0FF; --tint: #1B2552; --initial: #C5D0FF;
    --tag: #F2CF94; --tag-back: #2B2312;
    --shadow: none;
  }
}
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 14px/1.5 "Geist Variable", Geist, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial,
    sans-serif;
}
a { color: var(--link) }
a:focus-visible, pre:focus-visible, iframe:focus-visible { outline: 2px solid #4364F0; outline-offset: 2px }
header {
  display: flex; align-items: center; justify-content: space-between; gap: 12px;
  min-height: 60px; padding: 10px max(20px, calc((100% - 860px) / 2));
  background: var(--panel); border-bottom: 1px solid var(--hairline);
}
.brand {
  display: flex; align-items: center; gap: 10px; color: var(--text); font-size: 17px; font-weight: 650;
  letter-spacing: -.02em; text-decoration: none; border-radius: 8px;
}
.tag {
  padding: 3px 10px; border-radius: 999px; background: var(--tag-back); color: var(--tag); font-size: 12px;
  font-weight: 600; white-space: nowrap;
}
main { max-width: 900px; margin: 0 auto; padding: 32px 20px 64px }
h1 {
  margin: 0 0 6px; font-size: 26px; line-height: 1.25; font-weight: 640; letter-spacing: -.025em;
  overflow-wrap: anywhere;
}
h2 { margin: 28px 0 10px; font-size: 15px; font-weight: 620; letter-spacing: -.01em }
.lead { margin: 0 0 24px; max-width: 62ch; color: var(--soft) }
.note { margin: 16px 2px 0; color: var(--mute); font-size: 12px }
.soft { color: var(--mute); font-weight: 400; overflow-wrap: anywhere }
.mails {
  margin: 0; padding: 0; list-style: none; background: var(--panel); border: 1px solid var(--hairline);
  border-radius: 12px; box-shadow: var(--shadow); overflow: hidden;
}
.mails li + li { border-top: 1px solid var(--hairline) }
.mails a {
  display: grid; grid-template: "badge who when" auto "badge subject when" auto / 36px minmax(0, 1fr) auto;
  align-items: center; gap: 1px 14px; padding: 13px 18px; color: var(--text); text-decoration: none;
}
.mails a:hover { background: var(--raised) }
.mails a:focus-visible { outline-offset: -3px; border-radius: 12px }
.badge {
  grid-area: badge; display: grid; place-items: center; width: 36px; height: 36px; border-radius: 50%;
  background: var(--tint); color: var(--initial); font-weight: 640;
}
.who {
  grid-area: who; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-size: 13.5px;
  font-weight: 600;
}
.who .soft { margin-left: 6px; font-size: 13px }
.subject {
  grid-area: subject; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; color: var(--soft);
  font-size: 13.5px;
}
.when {
  grid-area: when; align-self: start; padding-top: 1px; color: var(--mute); font-size: 12.5px;
  font-variant-numeric: tabular-nums; white-space: nowrap;
}
.empty {
  padding: 48px 24px; border: 1px dashed var(--hairline); border-radius: 12px; background: var(--panel);
  color: var(--soft); text-align: center;
}
.empty p { margin: 0 0 4px }
.empty strong { color: var(--text); font-size: 15px }
.back { margin: 0 0 14px }
.back a {
  display: inline-flex; align-items: center; gap: 6px; min-height: 24px; text-decoration: none;
  font-weight: 550; border-radius: 6px;
}
.back a:hover { text-decoration: underline }
.facts { display: flex; flex-wrap: wrap; gap: 4px 28px; margin: 0; font-size: 13.5px }
.facts div { display: flex; gap: 8px; min-width: 0 }
.facts dt { color: var(--mute) }
.facts dd { margin: 0; min-width: 0; overflow-wrap: anywhere }
iframe {
  display: block; width: 100%; height: 680px; border: 1px solid var(--hairline); border-radius: 12px;
  box-shadow: var(--shadow); background: var(--panel);
}
pre {
  margin: 0; padding: 20px 22px; border: 1px solid var(--hairline); border-radius: 12px; background: var(--panel);
  font: 13px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  white-space: pre-wrap; overflow-wrap: anywhere;
}
@media (max-width: 600px) {
  main { padding: 24px 14px 48px }
  header { padding: 10px 14px }
  h1 { font-size: 22px }
  .mails a {
    grid-template: "badge who" auto "badge subject" auto "badge when" auto / 36px minmax(0, 1fr);
    padding: 12px 14px;
  }
  .badge { align-self: start }
  .who .soft { display: none }
  .subject { white-space: normal }
  .facts { flex-direction: column }
}
`
