// Opens report pages as a reader would, and tells what was found as JSON on standard output:
//   node check.mjs CHROMIUM DIRECTORY        every .html and .md of the directory
// A page of Markdown is rendered first, as GitHub's flavour demands. Chromium is spoken to through a pipe (its DevTools
// protocol), and reaches no network.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [chromium, directory] = process.argv.slice(2);
const require = createRequire(join(process.cwd(), 'package.json'));
const load = async (name) => import(pathToFileURL(require.resolve(name)));
const { micromark } = await load('micromark');
const { gfm, gfmHtml } = await load('micromark-extension-gfm');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const profile = mkdtempSync(join(tmpdir(), 'tuner-pages-'));
const browser = spawn(
  chromium,
  ['--headless=new', '--remote-debugging-pipe', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-extensions',
    '--host-resolver-rules=MAP * ~NOTFOUND', `--user-data-dir=${profile}`, 'about:blank'],
  { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
);

let number = 0;
const answers = new Map();
let listener = () => {};
let rest = '';
browser.stdio[4].setEncoding('utf8').on('data', (chunk) => {
  const messages = (rest + chunk).split('\0');
  rest = messages.pop();
  for (const message of messages.map((text) => JSON.parse(text))) {
    if (message.id === undefined) {
      listener(message);
      continue;
    }
    const { done, failed, method } = answers.get(message.id);
    answers.delete(message.id);
    message.error ? failed(new Error(`${method}: ${message.error.message}`)) : done(message.result);
  }
});

const send = (method, params = {}, sessionId) =>
  new Promise((done, failed) => {
    answers.set(++number, { done, failed, method });
    browser.stdio[3].write(`${JSON.stringify({ id: number, method, params, sessionId })}\0`);
  });

const structure = `(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const count = (selector) => all(selector).length;
  return {
    width: document.documentElement.scrollWidth,
    text: document.body.textContent,
    active: count('script, img, iframe, object, embed, link, a, form, input, [onerror], [onclick], [src], [href]'),
    tables: all('table').map((table) => all('tr', table).map((row) => all('th, td', row).map((cell) => cell.textContent))),
    headings: all('h1, h2, h3, h4').map((heading) => heading.tagName.toLowerCase() + ' ' + heading.textContent),
    details: count('details'), pre: count('pre'), charts: count('svg'),
  };
})()`;

async function open(file) {
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const tell = (method, params) => send(method, params, sessionId);
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await tell('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${file}: ${JSON.stringify(exceptionDetails)}`);
    return result.value;
  };
  const found = { console: [], requests: [] };
  const url = pathToFileURL(file).href;
  let loaded;
  const isLoaded = new Promise((done) => { loaded = done; });
  listener = ({ method, params }) => {
    if (method === 'Page.loadEventFired') loaded();
    if (method === 'Network.requestWillBeSent' && params.request.url !== url) found.requests.push(params.request.url);
    if (method === 'Log.entryAdded') found.console.push(params.entry.text);
    if (method === 'Runtime.consoleAPICalled' || method === 'Runtime.exceptionThrown') found.console.push(JSON.stringify(params));
  };
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await tell(`${domain}.enable`);
  await tell('Emulation.setDeviceMetricsOverride', { width: 360, height: 800, deviceScaleFactor: 1, mobile: true });
  if (file.endsWith('.md')) {
    const html = micromark(readFileSync(file, 'utf8'), { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
    const { frameTree } = await tell('Page.getFrameTree');
    await tell('Page.setDocumentContent', { frameId: frameTree.frame.id, html });
    Object.assign(found, await evaluate(structure));
  } else {
    await tell('Page.navigate', { url });
    await isLoaded;
    Object.assign(found, await evaluate(structure));
    listener = () => {};
    found.violations = [];
    for (const scheme of ['light', 'dark']) {
      await tell('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
      await evaluate(`${axe}; undefined`);
      const { violations } = JSON.parse(await evaluate('axe.run(document, {resultTypes: ["violations"]}).then((r) => JSON.stringify(r))'));
      found.violations.push(...violations.map((v) => `${scheme}: ${v.id}: ${v.nodes.map((node) => node.html).slice(0, 3).join(' ')}`));
    }
    if (process.env.TUNER_PAGES_SHOTS) {
      const { writeFileSync } = await import('node:fs');
      const { data } = await tell('Page.captureScreenshot', { captureBeyondViewport: true });
      writeFileSync(`${file}.png`, Buffer.from(data, 'base64'));
    }
    await tell('Emulation.setEmulatedMedia', { media: 'print' });
    found.hiddenOnPaper = await evaluate(
      `[...document.querySelectorAll('details')].filter((d) => getComputedStyle(d, '::details-content').contentVisibility !== 'visible').length`);
  }
  await send('Target.closeTarget', { targetId });
  return found;
}

try {
  const pages = {};
  for (const name of readdirSync(directory).filter((name) => /\.(html|md)$/.test(name)).sort()) {
    pages[name] = await open(resolve(directory, name));
  }
  process.stdout.write(JSON.stringify(pages));
} finally {
  await send('Browser.close').catch(() => {});
  await new Promise((done) => (browser.exitCode === null && browser.signalCode === null ? browser.once('exit', done) : done()));
  rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
}
