// @ts-check
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { misspeltVariables, readEnv } from "../apps/server/src/platform/env.ts";
import { root, runNode } from "./run.mjs";

const text = readFileSync(join(root, "deploy/kubernetes/umbral.yaml"), "utf8");
const manifests = parseAllDocuments(text).map((document) => document.toJS());
/** @param {string} kind */
const only = (kind) => manifests.find((manifest) => manifest.kind === kind);

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

describe("Kubernetes' manifests", () => {
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
    expect(claim.persistentVolumeClaim.claimName).toBe(only("PersistentVolumeClaim").metadata.name);
    const [rule] = only("Ingress").spec.rules;
    expect(rule.http.paths[0].backend.service.name).toBe(only("Service").metadata.name);
    expect(`https://${rule.host}`).toBe(only("ConfigMap").data.PUBLIC_URL);
    expect(only("Ingress").spec.tls[0].hosts).toEqual([rule.host]);
    expect(manifests.map((manifest) => manifest.metadata.namespace)).toEqual(manifests.map(() => "umbral"));
  });

  it("give the server settings that it takes, one process, and no rights", () => {
    const { data } = only("ConfigMap");
    expect(misspeltVariables(data)).toEqual([]);
    expect(readEnv({ HOST: "0.0.0.0", ...data }).demo).toBe("off");
    const { replicas, strategy, template } = only("Deployment").spec;
    expect({ replicas, strategy }).toEqual({ replicas: 1, strategy: { type: "Recreate" } });
    expect(only("HorizontalPodAutoscaler").spec.maxReplicas).toBe(1);
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
