// @ts-check
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { misspeltVariables, readEnv } from "../apps/server/src/platform/env.ts";
import { root, runNode } from "./run.mjs";

/** @param {string} file */
function read(file) {
  const text = readFileSync(join(root, "deploy/kubernetes", file), "utf8");
  const manifests = parseAllDocuments(text).map((document) => document.toJS());
  /** @param {string} kind @param {string} [name] */
  const only = (kind, name) =>
    manifests.find(
      (manifest) => manifest.kind === kind && (name === undefined || manifest.metadata.name === name),
    );
  return { text, manifests, only };
}

/** Where kubernetes-types keeps each kind's type. */
const PLACES = /** @type {Readonly<Record<string, string>>} */ ({
  v1: "core/v1",
  "apps/v1": "apps/v1",
  "policy/v1": "policy/v1",
  "autoscaling/v2": "autoscaling/v2",
  "networking.k8s.io/v1": "networking/v1",
});

/**
 * Says what is wrong with manifests to Kubernetes' own types: a field that there is none of is one too.
 * @param {{ apiVersion: string, kind: string }[]} all
 */
async function faultsOf(all) {
  // Beside the packages, where the compiler finds the types.
  await mkdir(join(root, ".cache"), { recursive: true });
  const folder = await mkdtemp(join(root, ".cache/kubernetes-"));
  try {
    const lines = all.map((manifest, index) => {
      const place = PLACES[manifest.apiVersion];
      const type = `import("kubernetes-types/${place}").${manifest.kind}`;
      return `export const m${index}: ${type} = ${JSON.stringify(manifest)};`;
    });
    await writeFile(join(folder, "manifests.ts"), lines.join("\n"));
    const options = {
      strict: true,
      noEmit: true,
      module: "esnext",
      moduleResolution: "bundler",
      types: [],
      skipLibCheck: true,
    };
    await writeFile(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: options, include: ["*.ts"] }),
    );
    const { output } = await runNode(
      "node_modules/typescript/bin/tsc",
      ["--project", folder, "--pretty", "false"],
      {
        quiet: true,
      },
    );
    return output;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe.each(["umbral.yaml", "umbral-several.yaml"])("Kubernetes' manifests in %s", (file) => {
  const { text, manifests, only } = read(file);
  it("are what their kinds ask for, with no field that there is none of", async () => {
    expect(await faultsOf(manifests)).toBe("");
    const misspelt = structuredClone(only("Deployment"));
    misspelt.spec.template.spec.containers[0].readinesProbe = { httpGet: { port: "http" } };
    expect(await faultsOf([misspelt])).toContain('"readinesProbe"');
  });

  it("name one another", () => {
    const { metadata, spec } = only("Deployment");
    const labels = spec.template.metadata.labels;
    expect(spec.selector.matchLabels).toEqual(labels);
    expect(only("Service").spec.selector).toEqual(labels);
    for (const kind of ["PodDisruptionBudget", "NetworkPolicy"]) {
      const { selector, podSelector } = only(kind).spec;
      expect((selector ?? podSelector).matchLabels, kind).toEqual(labels);
    }
    expect(only("HorizontalPodAutoscaler").spec.scaleTargetRef).toEqual({
      apiVersion: "apps/v1",
      kind: "Deployment",
      name: metadata.name,
    });
    const [claim] = spec.template.spec.volumes;
    const mounts = spec.template.spec.containers[0].volumeMounts.map(
      (/** @type {{ name: string }} */ { name }) => name,
    );
    expect(mounts.toSorted()).toEqual(
      spec.template.spec.volumes.map((/** @type {{ name: string }} */ { name }) => name).toSorted(),
    );
    expect(claim.persistentVolumeClaim.claimName).toBe(only("PersistentVolumeClaim").metadata.name);
    const [rule] = only("Ingress").spec.rules;
    expect(rule.http.paths[0].backend.service.name).toBe(only("Service").metadata.name);
    expect(`https://${rule.host}`).toBe(only("ConfigMap").data.PUBLIC_URL);
    expect(only("Ingress").spec.tls[0].hosts).toEqual([rule.host]);
    expect(manifests.map((manifest) => manifest.metadata.namespace)).toEqual(manifests.map(() => "umbral"));
  });

  it("give the server settings that it takes, and no rights", () => {
    const { data } = only("ConfigMap");
    expect(misspeltVariables(data)).toEqual([]);
    // The database's address is in the secret.
    const secret = { DATABASE_URL: "postgres://umbral@database/umbral" };
    expect(readEnv({ HOST: "0.0.0.0", ...secret, ...data }).demo).toBe("off");
    const { template } = only("Deployment").spec;
    const [server] = template.spec.containers;
    expect(server.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(readFileSync(join(root, "deploy/container/Dockerfile"), "utf8")).toContain(
      `USER ${template.spec.securityContext.runAsUser}:${template.spec.securityContext.runAsGroup}`,
    );
    expect(server.readinessProbe.httpGet.path).toBe("/readyz");
    expect(server.livenessProbe.httpGet.path).toBe("/healthz");
  });

  it("say that they were never tried", () => {
    expect(text.split("\n")[0]).toContain("Sin probar");
  });
});

it("keep one server alone without Redis", () => {
  const { only } = read("umbral.yaml");
  const { replicas, strategy } = only("Deployment").spec;
  expect({ replicas, strategy }).toEqual({ replicas: 1, strategy: { type: "Recreate" } });
  expect(only("HorizontalPodAutoscaler").spec.maxReplicas).toBe(1);
});

it("give several servers what they share: Redis, which nobody else reaches, the pictures and the keys", () => {
  const { only } = read("umbral-several.yaml");
  const { data } = only("ConfigMap");
  const redis = only("Service", "umbral-redis");
  expect(new URL(data.REDIS_URL).host).toBe(`${redis.metadata.name}:${redis.spec.ports[0].port}`);
  const { replicas, template } = only("Deployment", "umbral").spec;
  const { minReplicas, maxReplicas, metrics } = only("HorizontalPodAutoscaler").spec;
  // Of a core, and not of what a pod asks for at least, which is a quarter of one.
  expect(metrics[0].resource.target).toEqual({ type: "AverageValue", averageValue: "700m" });
  expect([replicas, minReplicas]).toEqual([3, 3]);
  // Of each pool and what listens, with one that starts besides: a PostgreSQL as it comes has 100, of which 3 are kept for its owner.
  expect((maxReplicas + 1) * 18).toBeLessThan(97);
  expect(only("PersistentVolumeClaim").spec.accessModes).toEqual(["ReadWriteMany"]);
  const keys = template.spec.containers[0].volumeMounts.find(
    (/** @type {{ name: string }} */ { name }) => name === "keys",
  );
  expect(data.FILES_KEY_FILE).toBe(`${keys.mountPath}/files.key`);
  // A secret takes no file: what the server itself makes lies where it may write.
  const { backups } = readEnv({ DATABASE_URL: "postgres://umbral@database/umbral", ...data });
  expect(backups.keyFile.startsWith(keys.mountPath)).toBe(false);
  const labels = only("Deployment", "umbral-redis").spec.template.metadata.labels;
  expect(redis.spec.selector).toEqual(labels);
  const policy = only("NetworkPolicy", "umbral-redis").spec;
  expect(policy.podSelector.matchLabels).toEqual(labels);
  expect(policy.ingress[0].from).toEqual([
    { podSelector: { matchLabels: only("Deployment", "umbral").spec.template.metadata.labels } },
  ]);
});
