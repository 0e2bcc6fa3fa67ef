import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';

describe('Elements and stages with other attributes', () => {
  const html =
    '<nav class="top">\n  <a href="/">Home</a>\n  <a href="/b">About</a>\n</nav>\n' +
    '<form id="login" action="/login">\n  <input type="text" name="user">\n  <button class="btn">Go</button>\n</form>\n' +
    '<img src="a.png" alt="A">\n<Spinner />\n';

  it('replace the only element with the same id, or with all attributes of the old one', () => {
    const changes = [
      ['<button class="btn">', '<button class="btn primary" disabled>'],
      ['<img src="a.png" alt="A">', '<img src="a.png" alt="A" loading="lazy">'],
    ] as const;
    for (const [old, own] of changes) {
      const code = `${own}${old.startsWith('<button') ? 'Go</button>' : ''}`;
      assert.equal(applied('a.html', html, code), html.replace(old, own), own);
    }
    const nav = html.slice(0, html.indexOf('<form')).trimEnd().replace('top', 'top sticky');
    assert.equal(applied('a.html', html, nav), html.replace('top', 'top sticky'));
    const form = html
      .slice(html.indexOf('<form'), html.indexOf('<img'))
      .trimEnd()
      .replace('"/login"', '"/in" method="post"');
    assert.equal(applied('a.html', html, form), html.replace('"/login"', '"/in" method="post"'));
    const jsx =
      'const a = (\n  <div className="app">\n    <Title text="A" />\n    <button onClick={go}>\n      Start\n    </button>\n  </div>\n);\n';
    const button = '<button onClick={go} disabled={!ok}>\n  Start\n</button>';
    assert.equal(applied('a.tsx', jsx, button), jsx.replace('{go}', '{go} disabled={!ok}'));
    assert.equal(applied('a.tsx', jsx, '<Title text="A" dark />'), jsx.replace('"A"', '"A" dark'));
  });

  it('ask if the element may be a new one', () => {
    const codes = [
      '<img src="b.png" alt="A">',
      '<Spinner size="large" />',
      '<input type="password" name="user">',
      '<a href="/b" class="x">Home</a>',
      '<nav>\n  <a href="/">Home</a>\n  <a href="/b">About</a>\n</nav>',
      '<form id="signup" action="/login">\n  <input type="text" name="user">\n  <button class="btn">Go</button>\n</form>',
    ];
    for (const code of codes) assert.match(applied('a.html', html, code), /^\w+$/, code);
    assert.match(applied('a.html', '<p>\n  <input type="text">\n</p>\n', '<input type="text" name="a">'), /^\w+$/);
    const twice = html + '<img src="a.png">\n';
    assert.match(applied('a.html', twice, '<img src="a.png" alt="A" loading="lazy">'), /^\w+$/);
  });

  it('replace the stage of the same name above unchanged lines', () => {
    const docker =
      'FROM node:18 AS build\nWORKDIR /app\nRUN npm install\nRUN npm run build\n\nFROM nginx\nCOPY --from=build /app /www\nEXPOSE 80\n';
    const stage = 'FROM node:20 AS build\nWORKDIR /app\nRUN npm ci\nRUN npm run build';
    const changed = docker.replace('18', '20').replace('install', 'ci');
    assert.equal(applied('Dockerfile', docker, stage), changed);
    assert.match(applied('Dockerfile', docker, stage.replace('AS build', 'AS test')), /^\w+$/);
    assert.match(applied('Dockerfile', docker, stage.replace('\nRUN npm run build', '')), /^\w+$/);
    assert.match(applied('Dockerfile', `${docker}\n${docker}`, stage), /^\w+$/);
  });
});
