/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The packets of Intel Processor Trace: symbol and name as the manual has them, in the order of the
 * kinds in sl-kind-table.h. Included with SL_PT_PACKET() defined; it has no include guard on
 * purpose. */
/* clang-format off */
SL_PT_PACKET (PSB, "PSB")
SL_PT_PACKET (PSBEND, "PSBEND")
SL_PT_PACKET (TSC, "TSC")
SL_PT_PACKET (TMA, "TMA")
SL_PT_PACKET (MTC, "MTC")
SL_PT_PACKET (CYC, "CYC")
SL_PT_PACKET (CBR, "CBR")
SL_PT_PACKET (TNT_SHORT, "Short TNT")
SL_PT_PACKET (TNT_LONG, "Long TNT")
SL_PT_PACKET (TIP, "TIP")
SL_PT_PACKET (TIP_PGE, "TIP.PGE")
SL_PT_PACKET (TIP_PGD, "TIP.PGD")
SL_PT_PACKET (FUP, "FUP")
SL_PT_PACKET (PIP, "PIP")
SL_PT_PACKET (MODE_EXEC, "MODE.Exec")
SL_PT_PACKET (MODE_TSX, "MODE.TSX")
SL_PT_PACKET (OVF, "OVF")
SL_PT_PACKET (STOP, "TraceStop")
SL_PT_PACKET (VMCS, "VMCS")
SL_PT_PACKET (MNT, "MNT")
SL_PT_PACKET (PTW, "PTW")
SL_PT_PACKET (EXSTOP, "EXSTOP")
SL_PT_PACKET (MWAIT, "MWAIT")
SL_PT_PACKET (PWRE, "PWRE")
SL_PT_PACKET (PWRX, "PWRX")
SL_PT_PACKET (BBP, "BBP")
SL_PT_PACKET (BIP, "BIP")
SL_PT_PACKET (BEP, "BEP")
SL_PT_PACKET (CFE, "CFE")
SL_PT_PACKET (EVD, "EVD")
SL_PT_PACKET (TRIG, "TRIG")
SL_PT_PACKET (PAD, "PAD")
/* clang-format on */
