/** Of whose integrations a panel is, and whose clock its times are by. */
export interface IntegrationsProps {
  buildingId: string;
  timeZone: string;
}
