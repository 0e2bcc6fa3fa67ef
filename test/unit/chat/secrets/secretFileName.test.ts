import { strict as assert } from 'node:assert';
import { isSecretFile } from '../../../../src/chat/secrets/secretFileName.ts';

describe('isSecretFile', () => {
  it('returns true for names of files that usually hold secrets', () => {
    for (const path of [
      ...['.env', 'app/.env', '.env.local', 'prod.env', '.envrc', 'certs/server.pem', 'tls.key', '.npmrc'],
      ...[
        '.ssh/id_ed25519',
        '.ssh/work',
        'home/me/.ssh/id_rsa',
        'etc/ssh/ssh_host_rsa_key',
        '.netrc',
        'netrc',
        '_netrc',
      ],
      ...['.yarnrc.yml', '.docker/config.json', 'home/me/.kube/config', 'kubeconfig', '.pypirc', '.git-credentials'],
      ...['aws/credentials', 'config/secrets.yaml', 'client_secret.json', 'service-account-1.json', 'prod.tfvars'],
      ...['terraform.tfstate', 'config/master.key', 'wp-config.php', 'shop.ovpn', 'passwords.txt', '.pgpass'],
    ]) {
      assert.equal(isSecretFile(path), true, path);
    }
  });

  it('returns true for copies of secret files', () => {
    for (const path of [
      'id_rsa.bak',
      'id_rsa.old',
      '.env.backup',
      '.netrc~',
      'server.key.orig',
      '.npmrc.2',
      'id_rsa.bak.1',
      '.env copy',
      'id_rsa copy 2',
      'server.key (1)',
    ]) {
      assert.equal(isSecretFile(path), true, path);
    }
  });

  it('returns false for a name that ends with thousands of `~`, the ending of a copy', () => {
    assert.equal(isSecretFile(`a${'~'.repeat(20_000)}`), false);
  });

  it('returns false for templates, public keys, and names similar to those of secret files', () => {
    for (const path of [
      ...['.env.example', '.env.sample', '.env.template', 'config/secrets.example.yml', 'src/environment.ts'],
      ...['src/secrets.ts', 'id_rsa.ts', 'id_rsa.pub', 'keyboard.ts', 'docs/credentials.md', '.ssh/known_hosts'],
      ...['.ssh/config', '.ssh/id_ed25519.pub', 'config.json', 'docker/config.json', 'src/envrc.ts', 'monkey.js'],
    ]) {
      assert.equal(isSecretFile(path), false, path);
    }
  });
});
