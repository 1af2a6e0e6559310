import { DeliveriesPanel } from "./DeliveriesPanel.tsx";
import type { IntegrationsProps } from "./integrations-props.ts";
import { TokensPanel } from "./TokensPanel.tsx";
import { WebhooksPanel } from "./WebhooksPanel.tsx";

/** 'Integraciones': what other programs may do in the building, and which are told of it. */
export function IntegrationsTab(props: IntegrationsProps) {
  return (
    <>
      <TokensPanel {...props} />
      <WebhooksPanel {...props} />
      <DeliveriesPanel {...props} />
    </>
  );
}
