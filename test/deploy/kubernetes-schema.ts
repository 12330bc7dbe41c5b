/**
 * The fields of the Kubernetes objects that a manifest of ours may use, by the names and types of the published API
 * (v1, apps/v1, policy/v1). Unknown fields are refused: the server would drop them without a word.
 */
import * as z from 'zod';

const Name = z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
const Labels = z.record(z.string(), z.string());
const Selector = z.strictObject({ matchLabels: Labels });
const Port = z.int().min(1).max(65_535);
const PortOrName = z.union([Port, Name]);
const Quantity = z.string().regex(/^\d+(\.\d+)?(m|[KMGT]i?)?$/);
const Count = z.int().min(0);
const CountOrShare = z.union([Count, z.string().regex(/^\d+%$/)]);

const Metadata = z.strictObject({
  name: Name.optional(),
  namespace: Name.optional(),
  labels: Labels.optional(),
  annotations: Labels.optional(),
});

const Service = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Service'),
  metadata: Metadata.required({ name: true }),
  spec: z.strictObject({
    type: z.enum(['ClusterIP', 'NodePort', 'LoadBalancer']).optional(),
    selector: Labels,
    ports: z
      .array(
        z.strictObject({
          name: Name,
          port: Port,
          targetPort: PortOrName.optional(),
          protocol: z.enum(['TCP', 'UDP']).optional(),
        }),
      )
      .min(1),
  }),
});

const PodDisruptionBudget = z.strictObject({
  apiVersion: z.literal('policy/v1'),
  kind: z.literal('PodDisruptionBudget'),
  metadata: Metadata.required({ name: true }),
  spec: z.strictObject({
    minAvailable: CountOrShare.optional(),
    maxUnavailable: CountOrShare.optional(),
    selector: Selector,
  }),
});

const Probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string().startsWith('/'), port: PortOrName, scheme: z.string().optional() }),
  initialDelaySeconds: Count.optional(),
  periodSeconds: Count.optional(),
  timeoutSeconds: Count.optional(),
  successThreshold: Count.optional(),
  failureThreshold: Count.optional(),
});

const Seccomp = z.strictObject({ type: z.enum(['RuntimeDefault', 'Localhost', 'Unconfined']) });

const Container = z.strictObject({
  name: Name,
  image: z.string().min(1),
  imagePullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']).optional(),
  command: z.array(z.string()).optional(),
  args: z.array(z.string()).optional(),
  ports: z.array(z.strictObject({ name: Name.max(15), containerPort: Port, protocol: z.string().optional() })),
  // A value that is not a string is refused by the server: YAML makes a number of 15, and a boolean of yes.
  env: z.array(z.strictObject({ name: z.string().regex(/^[A-Z_][A-Z0-9_]*$/), value: z.string() })),
  startupProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: Quantity.optional(), memory: Quantity.optional() }),
    limits: z.strictObject({ cpu: Quantity.optional(), memory: Quantity.optional() }),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.boolean(),
    readOnlyRootFilesystem: z.boolean(),
    privileged: z.boolean().optional(),
    capabilities: z.strictObject({ drop: z.array(z.string()), add: z.array(z.string()).optional() }),
  }),
  volumeMounts: z.array(
    z.strictObject({ name: Name, mountPath: z.string().startsWith('/'), readOnly: z.boolean().optional() }),
  ),
});

const Volume = z.union([
  z.strictObject({
    name: Name,
    emptyDir: z.strictObject({ medium: z.literal('Memory').optional(), sizeLimit: Quantity.optional() }),
  }),
  z.strictObject({
    name: Name,
    secret: z.strictObject({ secretName: Name, defaultMode: z.int().min(0).max(0o777).optional() }),
  }),
]);

const PodSpec = z.strictObject({
  automountServiceAccountToken: z.boolean().optional(),
  terminationGracePeriodSeconds: Count.optional(),
  securityContext: z.strictObject({
    runAsNonRoot: z.boolean(),
    runAsUser: Count,
    runAsGroup: Count,
    fsGroup: Count,
    seccompProfile: Seccomp,
  }),
  containers: z.array(Container).min(1),
  volumes: z.array(Volume),
});

const Deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  metadata: Metadata.required({ name: true }),
  spec: z.strictObject({
    replicas: Count,
    strategy: z.strictObject({
      type: z.enum(['RollingUpdate', 'Recreate']),
      rollingUpdate: z.strictObject({ maxUnavailable: CountOrShare, maxSurge: CountOrShare }).optional(),
    }),
    selector: Selector,
    template: z.strictObject({ metadata: Metadata, spec: PodSpec }),
  }),
});

export const KubernetesObject = z.discriminatedUnion('kind', [Service, PodDisruptionBudget, Deployment]);
