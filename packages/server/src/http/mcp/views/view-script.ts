/**
 * What runs in a view. It speaks to its host alone, and whatever it shows is text: nothing that a machine printed is ever
 * read as markup.
 */
export const VIEW_SCRIPT = `'use strict';
const made = JSON.parse(document.getElementById('made').textContent);
const main = document.getElementById('main');
const waiting = new Map();
let nextId = 1;
let language = made.language;
let redraw = () => {};
let over = false;

const send = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const request = (method, params) => new Promise((resolve, reject) => {
  const id = nextId++;
  waiting.set(id, { resolve, reject });
  send({ id, method, params });
});
const may = (tool) => made.tools.includes(tool);
const call = async (name, args) => {
  const result = await request('tools/call', { name, arguments: args });
  if (result.isError) throw new Error(textOf(result));
  return result.structuredContent ?? JSON.parse(textOf(result));
};
const textOf = (result) => (result.content ?? []).map((part) => part.text ?? '').join('\\n');
const say = (word) => (made.words[word] ?? {})[language] ?? word;

function el(tag, attributes, ...inside) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name === 'onclick') node.addEventListener('click', value);
    else if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...inside.filter((one) => one !== null && one !== undefined));
  return node;
}
const mark = (text, kind) => el('span', { class: 'mark ' + kind }, text);
const kindOf = (status, code) =>
  status === 'running' ? 'dim' : status === 'pending' ? 'warn' : status === 'done' && code === 0 ? 'good' : 'bad';
const outcome = (status, code) => {
  const ended = typeof code === 'number' ? ' \\u00b7 ' + say('exit') + ' ' + code : '';
  return mark(say(status) + ended, kindOf(status, code));
};
const time = (ms) => (ms < 1000 ? ms + ' ms' : (ms / 1000).toFixed(1) + ' s');
const note = (text, kind) => el('p', { class: kind ?? 'dim' }, text);
const openLink = (url) => request('ui/open-link', { url }).catch(() => {});

/** One execution, followed until it ends. */
function follow(place, id, close) {
  let raw = false;
  let shown = null;
  let failure = null;
  let left = false;
  const isOpen = () => shown !== null && (shown.status === 'running' || shown.status === 'pending');
  const draw = () => {
    if (left) return;
    if (shown === null) return place.replaceChildren(note(failure ?? say('loading')));
    const stopper = shown.status === 'running' && may('synapse_cancel_execution')
      ? el('button', { onclick: () => call('synapse_cancel_execution', { execution_id: id }).then(() => ask(0), fail) }, say('stop'))
      : null;
    const url = shown.approval && /^https?:\\/\\//.test(shown.approval.url) ? shown.approval.url : null;
    const opener = url === null ? null : el('button', { class: 'main', onclick: () => openLink(url) }, say('open'));
    const tab = (word, wanted) =>
      el('button', { 'aria-pressed': String(raw === wanted), onclick: () => { raw = wanted; draw(); ask(0); } }, say(word));
    const output = [
      shown.stdout ? el('pre', { tabindex: '0' }, shown.stdout) : null,
      shown.stderr ? el('pre', { class: 'errors', tabindex: '0' }, shown.stderr) : null,
    ].filter(Boolean);
    place.replaceChildren(...[
      el('header', null, el('h1', null, shown.machine + (shown.container ? ' / ' + shown.container : '')),
        outcome(shown.status, shown.exit_code), el('span', { class: 'dim' }, isOpen() ? '' : time(shown.duration_ms)),
        el('span', { class: 'space' }), opener, stopper, tab('compacted', false), tab('raw', true),
        close ? el('button', { onclick: () => { left = true; close(); } }, say('back')) : null),
      el('div', { class: 'command' }, shown.command_template),
      shown.refusal ? note(shown.refusal.code + ': ' + shown.refusal.message, 'bad') : null,
      shown.approval ? note(shown.approval.reason, 'warn') : null,
      ...(output.length > 0 || shown.approval || shown.refusal ? output : [note(say('nothing'))]),
      failure === null ? null : note(failure, 'bad'),
    ].filter(Boolean));
  };
  const fail = (error) => { failure = say('failed') + ' ' + String(error && error.message || ''); draw(); };
  const ask = async (seconds) => {
    const wanted = raw;
    try {
      const result = await call('synapse_view_execution', { execution_id: id, wait_seconds: seconds, raw: wanted });
      if (wanted === raw) shown = result;
      failure = null;
      draw();
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  };
  const watch = async () => {
    let on = await ask(0);
    // Each question waits for the end, and a long command is asked about less and less often.
    for (let turn = 0; on && isOpen() && !left && !over; turn++) on = await ask(turn < 3 ? 5 : turn < 6 ? 15 : 30);
  };
  draw();
  void watch();
  return { draw, leave: () => { left = true; } };
}

const starts = {
  execution(result) {
    const id = (result._meta ?? {})['synapse/execution_id'];
    if (typeof id !== 'string' || !may('synapse_view_execution')) return plain(result);
    const one = follow(main, id, null);
    redraw = one.draw;
  },
  many(result) {
    const meta = result._meta ?? {};
    const ids = meta['synapse/execution_ids'] ?? {};
    const outcomes = meta['synapse/outcomes'] ?? [];
    if (outcomes.length === 0) return plain(result);
    const detail = el('div', { id: 'detail' });
    let opened = null;
    const open = (machine) => {
      if (opened) opened.leave();
      opened = follow(detail, ids[machine], () => { detail.replaceChildren(); opened = null; });
    };
    redraw = () => {
      main.replaceChildren(el('div', { class: 'grid' }, ...outcomes.map(({ machine, status, exit_code: code }) =>
        el('button', {
          disabled: ids[machine] && may('synapse_view_execution') ? null : '',
          onclick: () => open(machine),
        }, el('strong', null, machine), el('span', { class: kindOf(status, code) },
          say(status) + (typeof code === 'number' ? ' \\u00b7 ' + say('exit') + ' ' + code : ''))))), detail);
      if (opened) opened.draw();
    };
    redraw();
  },
  machines(result) {
    if (!may('synapse_view_machines')) return plain(result);
    let rows = null;
    let failure = null;
    const health = ({ health: known }) => {
      if (!known || known.reached === null) return mark(say('unchecked'), 'dim');
      const parts = [say(known.reached ? 'reached' : 'unreached')];
      if (known.latency_ms !== null) parts.push(known.latency_ms + ' ms');
      if (known.uptime !== null) parts.push(Math.round(known.uptime * 100) + ' %');
      if (known.refusal) parts.push(known.refusal);
      return mark(parts.join(' \\u00b7 '), known.reached ? 'good' : 'bad');
    };
    redraw = () => {
      const body = rows === null ? note(failure ?? say('loading')) : rows.length === 0 ? note(say('machines'))
        : el('table', null, ...rows.map((row) => el('tr', null,
            el('td', null, el('strong', null, row.slug), row.label === row.slug ? null : el('div', { class: 'dim' }, row.label)),
            el('td', { class: 'dim' }, [row.kind, row.statut === 'active' ? '' : row.statut, ...row.tags.map((tag) => '#' + tag)].filter(Boolean).join(' \\u00b7 ')),
            el('td', null, health(row)))));
      main.replaceChildren(el('header', null, el('span', { class: 'space' }), el('button', { onclick: load }, say('refresh'))), body);
    };
    const load = () => call('synapse_view_machines', {}).then(
      (answer) => { rows = answer.machines; redraw(); },
      (error) => { failure = say('failed') + ' ' + error.message; redraw(); },
    );
    redraw();
    void load();
  },
};

/** Without a tool to ask, the text of the result itself. */
function plain(result) {
  redraw = () => main.replaceChildren(el('pre', { tabindex: '0' }, textOf(result)));
  redraw();
}

function adopt(context) {
  if (!context) return;
  if (context.theme === 'light' || context.theme === 'dark') document.documentElement.dataset.theme = context.theme;
  if (typeof context.locale === 'string') {
    language = context.locale.toLowerCase().startsWith('fr') ? 'fr' : 'en';
    document.documentElement.lang = language;
  }
  redraw();
}

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || typeof data !== 'object' || data === null || data.jsonrpc !== '2.0') return;
  if (data.method === undefined) {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (asked && data.error) asked.reject(new Error(String(data.error.message)));
    else if (asked) asked.resolve(data.result ?? {});
    return;
  }
  if (data.method === 'ui/notifications/tool-result') starts[made.view](data.params ?? {});
  if (data.method === 'ui/notifications/host-context-changed') adopt(data.params);
  if (data.method === 'ui/resource-teardown') over = true;
  if (data.id !== undefined) send({ id: data.id, result: {} });
});

new ResizeObserver(() => {
  const { width, height } = document.documentElement.getBoundingClientRect();
  send({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width), height: Math.ceil(height) } });
}).observe(document.documentElement);

redraw = () => main.replaceChildren(note(say('loading')));
redraw();
request('ui/initialize', {
  appInfo: { name: 'synapse-' + made.view, version: made.version },
  appCapabilities: {},
  protocolVersion: '2026-01-26',
}).then((host) => {
  adopt(host.hostContext);
  send({ method: 'ui/notifications/initialized' });
}, () => {});
`;
