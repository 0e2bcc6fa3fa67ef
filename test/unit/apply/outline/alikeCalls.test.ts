import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';

describe('continueCalls', () => {
  const routes = "app.get('/users', list);\napp.post('/users', create);\n";
  const added = "app.delete('/users/:id', remove);\n";
  const express = `const app = express();\n\n${routes}\napp.listen(3000);\n`;
  const go = 'func main() {\n\tr.Get("/a", list)\n\tr.Post("/a", create)\n\thttp.Serve(":80", r)\n}\n';

  it('adds calls of the same object below the last ones, which the block repeats', () => {
    assert.equal(applied('a.js', express, routes + added.trimEnd()), express.replace(routes, routes + added));
    const code = 'r.Get("/a", list)\nr.Post("/a", create)\nr.Delete("/a", remove)';
    assert.equal(applied('a.go', go, code), go.replace('create)\n', 'create)\n\tr.Delete("/a", remove)\n'));
  });

  it('asks if the block repeats only one, and if the new one may stand for the next one', () => {
    const codes = [
      `app.post('/users', create);\n${added}`,
      `${routes}log.info('/users');`,
      `${routes}app.listen(8080);`,
    ];
    for (const code of codes) assert.match(applied('a.js', express, code.trimEnd()), /^\w+$/, code);
    assert.match(applied('a.go', go, 'r.Get("/a", list)\nr.Post("/a", create)\nr.Run(":80")'), /^\w+$/);
    const more = express.replace(routes, `${routes}app.put('/users', f);\n`);
    assert.match(applied('a.js', more, routes + added.trimEnd()), /^\w+$/);
  });
});
