/**
 * A minimal extension with a panel, to which the bench compares our panel. The minimal extension posts the text of each
 * event of a reply to its panel's page, and the page appends the text. The bench controls the extension by HTTP, on the
 * port in the environment variable `TALLY_BENCH_PORT`. `/show` shows the panel, and `/ask` asks a question. `/cpu`
 * returns the CPU usage of the extension host.
 */
const http = require('node:http');
const vscode = require('vscode');

const page = `<!DOCTYPE html>
<html>
  <head>
    <style>
      #log { position: fixed; inset: 0; padding: 8px; overflow-y: auto; overflow-wrap: anywhere; white-space: pre-wrap; }
    </style>
  </head>
  <body>
    <div id="log"></div>
    <script>
      const log = document.getElementById('log');
      addEventListener('message', ({ data }) => {
        if (typeof data !== 'string') return;
        log.append(data);
        log.scrollTop = log.scrollHeight;
      });
    </script>
  </body>
</html>`;

exports.activate = ({ subscriptions }) => {
  let view;
  const provider = {
    resolveWebviewView(resolved) {
      view = resolved;
      view.webview.options = { enableScripts: true };
      view.webview.html = page;
    },
  };

  const actions = {
    '/show': async () => vscode.commands.executeCommand('barePanel.view.focus'),
    '/ask': async () => ask('What is a closure?', (text) => view.webview.postMessage(text)),
    '/cpu': async () => process.cpuUsage(),
  };
  const server = http.createServer(async ({ url }, response) => {
    response.end(JSON.stringify((await actions[url]()) ?? null));
  });
  server.listen(Number(process.env.TALLY_BENCH_PORT), '127.0.0.1');
  subscriptions.push(vscode.window.registerWebviewViewProvider('barePanel.view', provider), {
    dispose: () => server.close(),
  });
};

function ask(question, onText) {
  const request = http.request(`${process.env.TALLY_BASE_URL}/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${process.env.TALLY_API_KEY}`,
      'content-type': 'application/json',
      'x-session-id': 'bare',
    },
  });
  request.on('response', (response) => {
    let rest = '';
    response.setEncoding('utf8').on('data', (bytes) => {
      const events = (rest + bytes).split('\n\n');
      rest = events.pop();
      for (const event of events) {
        if (event === 'data: [DONE]') continue;
        const text = JSON.parse(event.slice('data: '.length)).choices[0]?.delta.content;
        if (text) onText(text);
      }
    });
  });
  request.end(JSON.stringify({ stream: true, messages: [{ role: 'user', content: question }] }));
}
