import { SimulatedUhppoteBoard } from "@umbral/simulated-building/testing/uhppote-board";
import { onTestFinished } from "vitest";

/** A simulated board on this machine for the running test. */
export async function newBoard(serial = 405_419_896): Promise<SimulatedUhppoteBoard> {
  const board = new SimulatedUhppoteBoard(serial);
  await board.start();
  onTestFinished(() => board.stop());
  return board;
}
